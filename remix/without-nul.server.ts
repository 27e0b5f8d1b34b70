import { Transform } from 'node:stream'

/**
 * Strips NUL bytes from pages. When a multi-byte character does not fit in its buffer, React 18 writes the whole
 * buffer, unused bytes included (`writeStringChunk` of react-dom/server), and browsers show them as U+FFFD. HTML cannot
 * contain NUL, and no other UTF-8 character contains this byte.
 */
export const withoutNul = (): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, chunk.includes(0) ? chunk.filter((byte) => byte !== 0) : chunk)
    },
  })
