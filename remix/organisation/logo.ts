import { readFileSync, type Stats, statSync } from 'node:fs'

const MAX_BYTES = 200_000

/** What may stand before the root, and how each ends: a declaration, comments, a document type without entities. */
const PROLOG = [
  ['<?xml', '?>'],
  ['<!--', '-->'],
  ['<!DOCTYPE', '>'],
] as const

function isSvg(text: string): boolean {
  for (let rest = text.trimStart(); ;) {
    const [, end] = PROLOG.find(([begin]) => rest.startsWith(begin)) ?? []
    if (end === undefined) return /^<svg[\s>]/.test(rest)
    const at = rest.indexOf(end)
    if (at === -1) return false
    rest = rest.slice(at + end.length).trimStart()
  }
}

/** What a drawing needs not: code, other documents, and addresses but those of its own parts and of pictures within. */
const ACTIVE = [
  /<!ENTITY|<\?xml-/i,
  /<(?:[\w.-]+:)?(?:script|foreignObject|iframe|object|embed|handler|listener)\b/i,
  /\son\w+\s*=/i,
  /\b(?:href|src)\s*=(?!\s*["'](?:#|data:image\/(?:png|jpeg|gif|webp)[;,]))/i,
  /\battributeName\s*=\s*["'](?:\w+:)?(?:href|on)/i,
  /@import|\burl\(\s*(?!(?:["']|&quot;)?(?:#|data:))/i,
]

/**
 * Reads the organisation's logo; throws an Error that says what is wrong with the file. Browsers show it as an image
 * alone, which runs and loads nothing; what could do so is refused all the same.
 */
export function readLogo(path: string): string {
  let stats: Stats
  try {
    stats = statSync(path)
  } catch (cause) {
    throw new Error(`le fichier ${path} ne se lit pas`, { cause })
  }
  if (!stats.isFile()) throw new Error(`${path} n’est pas un fichier`)
  if (stats.size > MAX_BYTES) throw new Error(`${path} dépasse ${MAX_BYTES / 1000} ko`)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch (cause) {
    throw new Error(`${path} n’est pas un SVG en UTF-8`, { cause })
  }
  if (!isSvg(text)) throw new Error(`${path} n’est pas un SVG`)
  if (ACTIVE.some((one) => one.test(text)))
    throw new Error(
      `${path} contient un script, du HTML, une entité ou une adresse d’ailleurs : exportez-le à nouveau`,
    )
  return text
}
