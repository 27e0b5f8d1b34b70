import { readdirSync, readFileSync } from 'node:fs'
import { type AST, RegExpParser } from '@eslint-community/regexpp'
import ts from 'typescript'

/** A regular expression as it stands in a source file. */
export interface Expression {
  place: string
  source: string
  flags: string
}

export function listSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = `${folder}/${entry.name}`
    if (entry.isDirectory()) return listSources(place)
    return /\.(tsx?|mjs)$/.test(entry.name) ? [place] : []
  })
}

const isMaker = (node: ts.Node): node is ts.NewExpression | ts.CallExpression =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp'

/** Every regular expression of a source file, and the places that make one out of text. */
export function expressionsOf(file: string): { literals: Expression[]; made: string[] } {
  const text = readFileSync(file, 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const literals: Expression[] = []
  const made: string[] = []
  const visit = (node: ts.Node): void => {
    const place = `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      literals.push({ place, source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    }
    if (isMaker(node)) made.push(place)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { literals, made }
}

const SETS: Record<string, string> = { any: 'x', digit: '1', space: ' ', word: 'a' }

/** One character that a class or set takes. */
function characterOf(element: AST.ClassRangesCharacterClassElement | AST.CharacterSet): string {
  if (element.type === 'Character') return String.fromCodePoint(element.value)
  if (element.type === 'CharacterClassRange') return String.fromCodePoint(element.min.value)
  if (element.kind === 'property') return element.value === 'Surrogate' ? '\ud800' : '\u0301'
  return element.kind !== 'any' && element.negate ? '!' : (SETS[element.kind] ?? 'x')
}

/** Some texts that an element matches, the first of them short; no more than a few. */
function examples(node: AST.Node): string[] {
  switch (node.type) {
    case 'Character':
      return [String.fromCodePoint(node.value)]
    case 'CharacterSet':
      return [characterOf(node)]
    case 'CharacterClass':
      if (node.negate) return ['x', ' ', '1'].slice(0, 2)
      return node.elements
        .flatMap((element) =>
          element.type === 'Character' ||
          element.type === 'CharacterClassRange' ||
          element.type === 'CharacterSet'
            ? [characterOf(element)]
            : [],
        )
        .slice(0, 6)
    case 'Quantifier': {
      const once = examples(node.element)
      return once.map((text) => text.repeat(Math.max(1, node.min)))
    }
    case 'Group':
    case 'CapturingGroup':
    case 'Pattern':
      return node.alternatives.flatMap((one) => sequence(one.elements)).slice(0, 8)
    case 'Backreference':
      return Array.isArray(node.resolved) ? [''] : examples(node.resolved).slice(0, 1)
    default:
      return ['']
  }
}

const sequence = (elements: AST.Element[]): string[] => {
  const first = elements.map((element) => examples(element)[0] ?? '').join('')
  return [first]
}

/** Every repetition without an end, with a text that leads to it. */
function repetitions(node: AST.Node, before = ''): { before: string; repeated: string[] }[] {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives.flatMap((one) => repetitions(one, before))
    case 'Assertion':
      return node.kind === 'lookahead' || node.kind === 'lookbehind'
        ? node.alternatives.flatMap((one) => repetitions(one, before))
        : []
    case 'Alternative': {
      let lead = before
      return node.elements.flatMap((element) => {
        const found = repetitions(element, lead)
        lead += examples(element)[0] ?? ''
        return found
      })
    }
    case 'Quantifier': {
      const own = node.max > 20 ? [{ before, repeated: examples(node.element) }] : []
      return [...own, ...repetitions(node.element, before)]
    }
    default:
      return []
  }
}

/** After what is repeated: nothing that lets the expression end. */
const ENDS = ['', '\u0000', 'x', '0']

/**
 * Texts of `length` characters that try to make an expression read what it read before: each of its repetitions
 * reached and drawn out, each of its characters alone and in pairs, and an end that refuses it.
 */
export function* hostileTexts({ source, flags }: Expression, length: number): Generator<string> {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
  })
  const letters = new Set(['a', '1', ' ', ...Array.from(source.replaceAll('\\', '').slice(0, 20))])
  const leads = new Map<string, Set<string>>([
    ['', letters],
    ['x', letters],
  ])
  for (const { before, repeated } of repetitions(pattern))
    for (const lead of [before, `x${before}`])
      leads.set(lead, new Set([...(leads.get(lead) ?? []), ...repeated]))
  for (const [lead, all] of leads)
    for (const repeated of all)
      for (const end of ENDS)
        if (repeated !== '') yield lead + repeated.repeat(Math.ceil(length / repeated.length)) + end
  const few = [...letters].slice(0, 6)
  for (const one of few)
    for (const other of few) if (one !== other) yield (one + other).repeat(length / 2)
}
