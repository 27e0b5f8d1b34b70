import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

const tests = path.resolve(import.meta.dirname, '..')

/** The names of a callee, outermost first: `test.each(…)` is ['test', 'each']. */
function namesOf(node: ts.Expression): string[] {
  if (ts.isIdentifier(node)) return [node.text]
  if (ts.isPropertyAccessExpression(node)) return [...namesOf(node.expression), node.name.text]
  if (ts.isCallExpression(node) || ts.isTaggedTemplateExpression(node))
    return namesOf(ts.isCallExpression(node) ? node.expression : node.tag)
  return []
}

const OFF = ['skip', 'todo', 'fixme', 'skipIf', 'runIf']

const isTest = (names: string[]) =>
  ['test', 'it', 'describe'].includes(names[0] ?? '') && !names.some((name) => OFF.includes(name))

function literalsIn(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
    return [node.getText().slice(1, -1)]
  const found: string[] = []
  ts.forEachChild(node, (child) => void found.push(...literalsIn(child)))
  return found
}

/** The texts of the rows over which a test or group runs: `test.each(ROWS)`, its rows there or in a constant. */
function rowsOf(callee: ts.Expression, constants: Map<string, ts.Expression>): string[] {
  if (!ts.isCallExpression(callee)) return []
  const [rows] = callee.arguments
  const table = rows && ts.isIdentifier(rows) ? constants.get(rows.text) : rows
  return table ? literalsIn(table) : []
}

/** The titles of the tests and groups of `file` (below tests/) that always run, as written in the source. */
export function titlesOf(file: string): string[] {
  const text = readFileSync(path.join(tests, file), 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const constants = new Map<string, ts.Expression>()
  const titles: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer)
    if (ts.isCallExpression(node) && isTest(namesOf(node.expression)))
      titles.push(
        ...node.arguments.slice(0, 1).flatMap(literalsIn),
        ...rowsOf(node.expression, constants),
      )
    ts.forEachChild(node, visit)
  }
  visit(source)
  return titles
}

/** What `shown` names and no test bears: its files below tests/, each with parts of titles. */
export const missingTests = (shown: Record<string, readonly string[]>): string[] =>
  Object.entries(shown).flatMap(([file, parts]) => {
    const titles = titlesOf(file)
    return parts
      .filter((part) => !titles.some((title) => title.includes(part)))
      .map((part) => `${file}: ${part}`)
  })
