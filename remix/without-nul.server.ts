import { Transform } from 'node:stream'

/**
 * Takes the NUL bytes out of a page. Where a character of several bytes does not fit into the rest of its buffer,
 * React 18 writes the whole buffer, the unused bytes too (`writeStringChunk` of react-dom/server), and a browser
 * puts U+FFFD in their place. HTML cannot have a NUL at all, and UTF-8 has this byte in no other character.
 */
export const withoutNul = (): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, chunk.includes(0) ? chunk.filter((byte) => byte !== 0) : chunk)
    },
  })
