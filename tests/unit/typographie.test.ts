import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { listSources } from '../support/expressions'

/**
 * A plain space where French wants one that does not break; `::1`, `?page` and Excel's `\ %` are no sentences. Or one that an
 * attribute of JSX has written as in a string: it would be shown so.
 */
const FAULT = /(?<!\\)[ \n](?=[:;?!»%€](?![\w:/]))|«[ \n]|n°[ \n]|\\u00[Aa]0/

/** What is read in a terminal or a log, and tooltips of charts, which do not wrap. */
const ELSEWHERE = [
  /^service\/(programs|process|platform\/database|exclusions\/audit)\//,
  // Statements of a client, which are no texts.
  /^service\/donateurs\/rgpd\/(oppositions|traces)\.ts$/,
  /^service\/[^/]+$/,
  /^remix\/(gate\/(client|settings)|organisation\/logo)\.ts$/,
  /^remix\/charts\//,
]

/** The specification writes them so, to the letter. */
const SPECIFIED = ['Import terminé !', "Détails de l'erreur :"]

/** Calls of the service whose texts pass through `typeset`: a rule, or a refusal on its way to a screen. */
const SET_LATER = ['typeset', 'rule', 'Problem', 'refused', 'conflict']

const isText = (node: ts.Node) =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddleOrTemplateTail(node) ||
  ts.isJsxText(node)

/** Whether people do not see what stands in it, or see it set by the program. */
function isSpared(node: ts.Node, file: string): boolean {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return false
  const { expression: callee } = node
  if (ts.isPropertyAccessExpression(callee))
    return ts.isIdentifier(callee.expression) && callee.expression.text === 'console'
  return file.startsWith('service/') && ts.isIdentifier(callee) && SET_LATER.includes(callee.text)
}

/** Where a file's texts have a plain space at fault: `file:line`, and the text. */
function faultsIn(file: string, text: string): string[] {
  if (!FAULT.test(text)) return []
  const options = {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  }
  const source = ts.createSourceFile(file, text, options)
  const faults: string[] = []
  const visit = (node: ts.Node): void => {
    if (isSpared(node, file)) return
    // Of what a query is made of, only what is inserted may be a sentence.
    if (ts.isTaggedTemplateExpression(node)) {
      if (ts.isTemplateExpression(node.template))
        for (const { expression } of node.template.templateSpans) visit(expression)
      return
    }
    if (isText(node) && FAULT.test(node.text) && !SPECIFIED.includes(node.text.trim())) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      faults.push(`${file}:${line + 1} ${node.text.trim()}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return faults
}

describe('Les espaces de la typographie française', () => {
  test('aucun texte montré n’a une espace ordinaire devant « : ; ? ! % € » ni dans des guillemets', () => {
    const files = ['remix', 'service']
      .flatMap(listSources)
      .filter((file) => !ELSEWHERE.some((place) => place.test(file)))
    expect(files.flatMap((file) => faultsIn(file, readFileSync(file, 'utf8')))).toEqual([])
  })

  test.each([
    ["const a = 'Oui : non'", 'Oui : non'],
    ['const a = `Publication n° ${numero}`', 'Publication n°'],
    ['const a = (\n  <p title="Vraiment ?">\n    rien\n  </p>\n)', 'Vraiment ?', 2],
    ['const a = <p>{nom} : {somme}</p>', ':'],
    ['const a = <p title="Oui\\u00A0: non" />', 'Oui\\u00A0: non'],
    ['const a = sql`select ${f("le « nom »")} where b : c`', 'le « nom »'],
  ])('une faute se voit, à sa ligne : %s', (text, found, line = 1) => {
    expect(faultsIn('remix/a.tsx', text)).toEqual([`remix/a.tsx:${line} ${found}`])
  })

  test.each([
    '// Oui : non',
    'const a = b ? c : d',
    "const a = 'Oui\\u00A0: non, 10:30, http://[ ::1]/'",
    'const a = <p>Oui&nbsp;: «&nbsp;non&nbsp;»</p>',
    'const a = sql`select b :: text`',
    "console.warn('Oui : non')",
  ])('ce qui n’en est pas une ne se voit pas : %s', (text) => {
    expect(faultsIn('remix/a.tsx', text)).toEqual([])
  })
})
