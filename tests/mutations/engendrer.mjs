import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/**
 * Where faults are made, and the tests that look at those of a room: of several rooms that hold a file, the first. What
 * survives these may be seen by others.
 */
const ROOMS = [
  {
    room: 'migrations/chiffres/',
    project: 'service',
    tests: 'analyses/recalcul analyses/histoires rafraichissement/ecarts listes/',
  },
  {
    room: 'migrations/fonctions/',
    project: 'service',
    tests:
      'analyses/recalcul analyses/histoires rafraichissement/ecarts controles/histoires publications/histoires recherche/ doublons/',
  },
  {
    room: 'migrations/proprietaire/',
    project: 'service',
    tests:
      'service/exclusions/ controles/histoires publications/histoires registres/ analyses/histoires verification/decisions',
  },
  {
    room: 'migrations/vues/',
    project: 'service',
    tests: 'analyses/recalcul analyses/histoires rafraichissement/ controles/ listes/',
  },
  { room: 'service/analyses/', project: 'service', tests: 'analyses/' },
  { room: 'service/verification/', project: 'service', tests: 'verification/' },
  { room: 'service/imports/parsing/', project: 'unit', tests: 'imports/ unit/csv' },
  { room: 'service/imports/classeur/', project: 'unit', tests: 'imports/' },
  { room: 'service/imports/', project: 'service', tests: 'imports/' },
]

/** What each word of SQL is mistaken for. */
const WORDS = new Map([
  ...[
    ['<', '<='],
    ['>', '>='],
    ['=', '<>'],
    ['+', '-'],
    ['and', 'or'],
    ['min(', 'max('],
    ['is null', 'is not null'],
    ['is distinct from', 'is not distinct from'],
    ['exists', 'not exists'],
  ].flatMap(([one = '', other = '']) => [
    /** @type {const} */ ([one, other]),
    /** @type {const} */ ([other, one]),
  ]),
  /** @type {const} */ (['left join', 'join']),
  /** @type {const} */ (['union all', 'union']),
  /** @type {const} */ (['count(distinct ', 'count(']),
])
const WORD = new RegExp(
  String.raw`between\s[^;]*?\sand\s|create or replace|\bset \w+ = |(?<=\s)(?:<=|>=|<>|[<>=+-])(?=\s)|\b(?:` +
    [...WORDS.keys()]
      .filter((word) => /^[a-z]/.test(word))
      .sort((one, other) => other.length - one.length)
      .map((word) => word.replace('(', String.raw`\(`) + (/\w$/.test(word) ? String.raw`\b` : ''))
      .join('|') +
    ')',
  'g',
)
/** A condition on a line of its own, a sign, and what stands in for what is not there. */
const LOST = /\n +and [^\n;]*/g
const SIGN = /(?<=[\s(,])-(?=[\w(])/g
const DEFAULT = /(?<=coalesce\((?:[^()]|\([^()]*\))*, )0(?=\))/g

/** @typedef {{ at: number, before: string, after: string }} Change */

/** @param {string} text */
const isBalanced = (text) => text.split('(').length === text.split(')').length

/**
 * @param {string} sql
 * @returns {Change[]}
 */
function changesOfSql(sql) {
  const code = sql.replace(/--.*|'(?:[^']|'')*'/g, (silent) => ' '.repeat(silent.length))
  /** @type {(pattern: RegExp, after: (found: string) => string | undefined) => Change[]} */
  const each = (pattern, after) =>
    [...code.matchAll(pattern)].flatMap(({ 0: found, index }) => {
      const changed = after(found)
      return changed === undefined ? [] : [{ at: index, before: found, after: changed }]
    })
  return [
    ...each(WORD, (found) => WORDS.get(found)),
    ...each(LOST, (found) => (isBalanced(found) ? '' : undefined)),
    ...each(SIGN, () => ''),
    ...each(DEFAULT, () => '1'),
  ]
}

/** What each operator of TypeScript is mistaken for. */
const OPERATORS = new Map([
  ...['< <=', '> >=', '=== !==', '&& ||', '+ -'].flatMap((pair) => {
    const [one = '', other = ''] = pair.split(' ')
    return [
      /** @type {const} */ ([one, other]),
      /** @type {const} */ ([other, one]),
    ]
  }),
])

/** @param {ts.Node} node */
const isText = (node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)

/**
 * Of its expressions, and of the SQL in it.
 * @param {string} text
 * @returns {Change[]}
 */
function changesOfTypeScript(text) {
  /** @type {Change[]} */
  const found = []
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isBinaryExpression(node) && !isText(node.left) && !isText(node.right)) {
      const [at, before] = [node.operatorToken.getStart(source), node.operatorToken.getText(source)]
      const after = OPERATORS.get(before)
      if (after !== undefined) found.push({ at, before, after })
    }
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText(source) === 'sql') {
      const { template } = node
      const parts = ts.isTemplateExpression(template)
        ? [template.head, ...template.templateSpans.map(({ literal }) => literal)]
        : [template]
      for (const part of parts) {
        const start = part.getStart(source)
        for (const change of changesOfSql(part.getText(source)))
          found.push({ ...change, at: start + change.at })
      }
    }
    ts.forEachChild(node, visit)
  }
  const source = ts.createSourceFile('', text, ts.ScriptTarget.Latest)
  visit(source)
  return found
}

/**
 * A change as whole lines that stand in the text once.
 * @param {string} text
 * @param {Change} change
 */
function asLines(text, { at, before, after }) {
  const end = text.indexOf('\n', at + before.length)
  const to = end === -1 ? text.length : end
  let from = at
  do from = text.lastIndexOf('\n', from - 1)
  while (from > 0 && text.split(text.slice(from + 1, to)).length > 2)
  return {
    before: text.slice(from + 1, to),
    after: text.slice(from + 1, at) + after + text.slice(at + before.length, to),
  }
}

/**
 * The faults that a machine makes of the project's figures and imports, each of one word, in an order that is always the same
 * of one seed: an edit elsewhere does not change it.
 * @param {string} project
 * @param {string} seed
 */
export function engendrer(project, seed) {
  const files = ROOMS.flatMap(({ room }) =>
    readdirSync(path.join(project, room), { encoding: 'utf8', recursive: true })
      .filter((name) => /\.(?:sql|ts)$/.test(name))
      .map((name) => path.posix.join(room, name)),
  )
  return [...new Set(files)]
    .flatMap((file) => {
      const text = readFileSync(path.join(project, file), 'utf8')
      const { project: name = '', tests = '' } =
        ROOMS.find(({ room }) => file.startsWith(room)) ?? {}
      const changes = file.endsWith('.sql') ? changesOfSql(text) : changesOfTypeScript(text)
      return changes.map((change) => {
        const lines = asLines(text, change)
        const rank = createHash('sha256').update(
          `${seed}\n${file}\n${lines.before}\n${lines.after}`,
        )
        return { file, ...lines, project: name, tests, rank: rank.digest('hex') }
      })
    })
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
}
