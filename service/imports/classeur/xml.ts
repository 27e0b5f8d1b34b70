import { SaxesParser } from 'saxes'
import { Problem } from '../../problem'
import { damaged, refuse } from './refus'

/** What is told of a part; names come without their prefix. */
export interface Handlers {
  open?: (name: string, attributes: Record<string, string>) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

export interface XmlReader {
  push: (bytes: Buffer) => void
  end: () => void
}

/** A workbook nests some ten elements. */
const MAX_DEPTH = 100
/** Characters between two marks: a cell has 32 767 at most. */
const MAX_SILENCE = 1024 * 1024

export const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function decoderOf(bytes: Buffer): TextDecoder {
  const mark = bytes.readUInt16BE(0)
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding, { fatal: true })
}

/** Reads XML chunk by chunk. No document type, no entity but the five of XML; throws a Problem where it is not well-formed. */
export function createXmlReader(handlers: Handlers): XmlReader {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let decoder: TextDecoder | undefined
  let depth = 0
  let silence = 0

  parser.on('doctype', () => {
    throw damaged('a document type')
  })
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^utf-?(?:8|16)$/i.test(encoding)) throw damaged(encoding)
  })
  parser.on('opentag', ({ name, attributes }) => {
    silence = 0
    if (++depth > MAX_DEPTH) throw damaged('too deep')
    handlers.open?.(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    silence = 0
    depth--
    handlers.close?.(localName(name))
  })
  const text = (text: string) => {
    silence = 0
    handlers.text?.(text)
  }
  parser.on('text', text)
  parser.on('cdata', text)

  const guarded = (run: () => void) => {
    try {
      run()
    } catch (error) {
      throw error instanceof Problem ? error : refuse('abime', error)
    }
  }
  return {
    push: (bytes) =>
      guarded(() => {
        decoder ??= decoderOf(bytes.length < 2 ? Buffer.alloc(2) : bytes)
        silence += bytes.length
        parser.write(decoder.decode(bytes, { stream: true }))
        if (silence > MAX_SILENCE) throw damaged('a cell without end')
      }),
    end: () =>
      guarded(() => {
        parser.write(decoder?.decode() ?? '')
        parser.close()
      }),
  }
}

/** Reads a whole part. */
export async function readXml(bytes: AsyncIterable<Buffer>, handlers: Handlers): Promise<void> {
  const reader = createXmlReader(handlers)
  for await (const chunk of bytes) reader.push(chunk)
  reader.end()
}
