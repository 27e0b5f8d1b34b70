import type { CompteFichier } from '#contract/fichiers'
import { CARTE } from '#contract/identite'
import { formatMoney } from '#figures/format'
import { adresseDe, fauteDe } from '../classeur/valeurs'
import { MOTIFS } from '../parsing/cells/motifs'
import { dayText } from '../parsing/cells/values'
import type { Row } from '../parsing/rows/row'
import { createScanner } from '../parsing/rows/scanner'
import { createEvaluer } from './evaluer'
import type { Plan } from './resoudre'
import { CODES, type Lue } from './vocabulaire'

type Ligne = CompteFichier['apercu'][number]

const SHOWN = 10
const LONGEST = 200

const cellsOf = (row: Row): string[] =>
  Array.from({ length: Math.min(row.count, row.starts.length) }, (_, place) =>
    row.bytes.toString('utf8', row.starts[place], row.ends[place]),
  )

export const shorten = (text: string): string => {
  // oxlint-disable-next-line no-control-regex
  const clean = text.replaceAll('\0', '\ufffd').replace(/^\u0001=?/, '')
  // Half a character is none.
  return clean.length > LONGEST
    ? `${clean.slice(0, LONGEST - 1).replace(/[\ud800-\udbff]$/, '')}…`
    : clean
}

/** What was read of a row, by field, as people write it. */
function inWords({ lecture }: Plan, lue: Lue): Record<string, string> {
  const said: Record<string, string> = { order_amount: formatMoney(lue.cents / 100) }
  const say = (field: string, value: string | undefined) => {
    if (value !== undefined && value !== '') said[field] = shorten(value)
  }
  say('order_date', lue.jour > 0 ? dayText(lue.jour) : undefined)
  say('id', lue.cle === '' ? undefined : `${lecture.prefixe}-${lue.cle}`)
  if (lue.destin === 'rembourse') say('reference_remboursement', lue.reference)
  if (lue.destin !== 'compte') return said
  for (const [at, code] of CODES.entries()) say(code, lue.codes[at] ?? lecture.constantes[code])
  for (const [at, field] of CARTE.entries()) say(field, lue.personne.carte[at])
  if (lue.personne.is_company) said['is_company'] = 'oui'
  return said
}

const RAISONS: Record<Lue['destin'], string | null> = {
  compte: null,
  ne_compte_pas: 'Ne compte pas\u00a0: vous l’avez décidé pour cette valeur.',
  rembourse: 'Remboursement\u00a0: retiré du don qu’il désigne.',
  indecis: MOTIFS.valeur_indecise,
  rejet: null,
}

/** The first rows of a file, each with what a plan reads of it and why it does not count. */
export function apercuDe(plan: Plan, head: Buffer, isWhole: boolean, latest: number): Ligne[] {
  const { entete } = plan
  const { read } = createEvaluer(plan, latest)
  const lignes: Ligne[] = []
  const add = (
    ligne: number,
    cellules: string[],
    lu: Record<string, string>,
    raison: string | null,
    a_decider = false,
  ) => {
    if (lignes.length < SHOWN)
      lignes.push({ ligne, cellules: cellules.map(shorten), lu, raison, a_decider })
  }
  const scanner = createScanner({
    delimiter: entete.delimiteur,
    width: entete.noms.length + entete.surplus,
    firstLine: entete.dataLine,
    accept: (row) => {
      if (lignes.length >= SHOWN) return undefined
      const lue = read(row)
      const cellules = cellsOf(row)
      const raison =
        lue.faute !== undefined
          ? fauteDe(cellules[lue.faute] ?? '', adresseDe(row.line, lue.faute))
          : lue.motif
            ? MOTIFS[lue.motif]
            : RAISONS[lue.destin]
      add(row.line, cellules, inWords(plan, lue), raison, lue.destin === 'indecis')
      return undefined
    },
    reject: (line, raw, motif) => add(line, [raw.toString('utf8')], {}, MOTIFS[motif]),
  })
  scanner.push(head.subarray(entete.dataStart))
  if (isWhole) scanner.end()
  return lignes
}
