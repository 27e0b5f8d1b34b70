import { readFileSync, statSync } from 'node:fs'

const MAX_BYTES = 200_000

/** An optional declaration, comments and document type, then the root. */
const SVG = /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*|<!DOCTYPE[^>[]*>\s*)*<svg[\s>]/

/**
 * Reads the organisation's logo; throws an Error that says what is wrong with the file. Browsers show it as an image
 * alone, which runs and loads nothing; what could do so is refused all the same.
 */
export function readLogo(path: string): string {
  let size: number
  try {
    size = statSync(path).size
  } catch (cause) {
    throw new Error(`le fichier ${path} ne se lit pas`, { cause })
  }
  if (size > MAX_BYTES) throw new Error(`${path} dépasse ${MAX_BYTES / 1000} ko`)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch (cause) {
    throw new Error(`${path} n’est pas un SVG en UTF-8`, { cause })
  }
  if (!SVG.test(text)) throw new Error(`${path} n’est pas un SVG`)
  if (/<!ENTITY|<script|<foreignObject/i.test(text))
    throw new Error(`${path} contient un script, du HTML ou des entités : exportez-le à nouveau`)
  return text
}
