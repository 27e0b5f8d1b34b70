import { estDevise, estEuro } from '../parsing/cells/devises'
import { damaged } from './refus'
import { readXml } from './xml'

/** What a number means by the format that it is shown with. */
export type Format =
  | { sens: 'jour' | 'instant' | 'heure' | 'duree' | 'pourcentage' }
  /** `devise`: the currency that it is shown in, as the format writes it; none of euros. */
  | { sens: 'nombre'; devise?: string }
  /** Digits in places, as in 00000 or 0# ## ## ## ##. */
  | { sens: 'code'; places: string }

/** Excel's limits are 65 490 styles and 255 characters. */
const MAX_STYLES = 100_000
const MAX_CODE = 1000

const nombre: Format = { sens: 'nombre' }

/** Formats that files name by their number only. */
const BUILT_IN = new Map<number, Format['sens']>([
  ...[9, 10].map((id) => [id, 'pourcentage'] as const),
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map(
    (id) => [id, 'jour'] as const,
  ),
  [22, 'instant'],
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56].map((id) => [id, 'heure'] as const),
  [46, 'duree'],
])

/** Quoted texts, escaped or padding characters, colours, currencies and conditions. */
const NO_SIGN = /"[^"]*"?|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]?/gi

const PLACES = /^0[0# ./-]*$/
/** One point alone is the decimal one. */
const isCode = (places: string) =>
  PLACES.test(places) && places.split('.').length !== 2 && /^00|^0[0#]*[ ./-]/.test(places)

/** A currency of Excel's list, `[$CHF-807]`; one written in quotes, or as it is. */
const DEVISE = /\[\$([^[\]-]*)(?:-[^[\]]*)?\]|"([^"]+)"|\\(.)|([$£¥])/g

/** The currency that a number's format shows, but euros. */
function deviseDe(code: string): string | undefined {
  for (const [, listed, quoted, escaped, bare] of code.matchAll(DEVISE)) {
    const sign = (listed ?? quoted ?? escaped ?? bare ?? '').trim()
    if (estDevise(sign)) return estEuro(sign) ? undefined : sign
  }
  return undefined
}

const nombreDe = (code: string): Format => {
  const devise = deviseDe(code)
  return devise === undefined ? nombre : { sens: 'nombre', devise }
}

/** Reads a format code, as Excel writes it in every language. */
export function readFormat(code: string): Format {
  if (code.length > MAX_CODE) return nombre
  const first = /^(?:"[^"]*"|\\.|[^";\\])*/.exec(code)?.[0] ?? ''
  const signs = first.replace(NO_SIGN, '').toLowerCase()
  if (['', 'general', 'standard'].includes(signs.trim())) return nombreDe(first)
  if (/\[[hms]+\]/.test(signs)) return { sens: 'duree' }
  const hasDay = /[dy]/.test(signs) || (/m/.test(signs) && !/[hs]/.test(signs))
  if (hasDay) return { sens: /[hs]/.test(signs) ? 'instant' : 'jour' }
  if (/[hs]/.test(signs)) return { sens: 'heure' }
  if (signs.includes('%')) return { sens: 'pourcentage' }
  const places = first.replace(/"([^"]*)"|\\(.)/g, '$1$2')
  return isCode(places) ? { sens: 'code', places } : nombreDe(first)
}

/** Reads the formats of a workbook's styles, by the number that cells name. */
export async function readFormats(part: AsyncGenerator<Buffer> | undefined): Promise<Format[]> {
  const own = new Map<number, Format>()
  const formats: Format[] = []
  let isStyles = false
  const formatOf = (id: number): Format => {
    const sens = BUILT_IN.get(id)
    return own.get(id) ?? (sens === undefined || sens === 'code' ? nombre : { sens })
  }
  if (part)
    await readXml(part, {
      open: (name, attributes) => {
        if (name === 'numFmt')
          own.set(Number(attributes['numFmtId']), readFormat(attributes['formatCode'] ?? ''))
        else if (name === 'cellXfs') isStyles = true
        else if (name === 'xf' && isStyles) formats.push(formatOf(Number(attributes['numFmtId'])))
        if (formats.length > MAX_STYLES || own.size > MAX_STYLES) throw damaged('styles')
      },
      close: (name) => {
        if (name === 'cellXfs') isStyles = false
      },
    })
  return formats
}
