import { readFileSync } from 'node:fs'

const read = (file: string) => readFileSync(file, 'utf8')

/** What is to be typed, as the papers for operators and auditors say it: lines of a shell, continued ones as one. */
export function listEtapes(): string[] {
  const texts = [read('service/OPERATING.md'), read('service/exclusions/README.md')]
  const blocks = texts.flatMap((text) => [...text.matchAll(/^```sh\n(.*?)^```$/gms)])
  const inline = texts.flatMap((text) => [...text.matchAll(/`(docker compose run [^`]+)`/g)])
  const lines = [
    ...blocks.flatMap(([, block = '']) => block.replaceAll('\\\n', '').split('\n')),
    ...inline.map(([, line = '']) => line),
  ]
  const compose = lines.filter((line) => /docker compose|\.env\b/.test(line))
  return [...new Set(compose.map((line) => line.replace(/\s+#.*$/, '').replace(/\s+/g, ' ')))]
}

/** The line of the papers that is these words, or the one that has them; throws where there is none, or another. */
export function etape(words: string): string {
  const lines = listEtapes()
  if (lines.includes(words)) return words
  const [found, ...others] = lines.filter((line) => line.includes(words))
  if (found === undefined || others.length > 0)
    throw new Error(`${words}: ${found === undefined ? 'nothing' : 'several lines'} in the papers`)
  return found
}

/** A block of OPERATING that is a file of its own: the first of this language after these words. */
export function fichierDe(words: string, language: string): string {
  const [, after = ''] = read('service/OPERATING.md').split(words)
  const [, block] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(after) ?? []
  if (block === undefined) throw new Error(`${words}: no ${language} in OPERATING`)
  return block
}
