import type { ColonneLue } from '#contract/fichiers'
import { normalise } from '#files/entetes'
import { readCode } from '../parsing/cells/values'
import { titreNom, titreNumero } from '../parsing/lexique'
import { createScanner } from '../parsing/rows/scanner'
import { shorten } from './apercu'
import {
  estArgent,
  estCodePostal,
  estDate,
  estEmail,
  estMontant,
  peutDecider,
  TITRE_D_ARGENT,
  VALEURS_D_UN_SORT,
} from './decideurs'
import type { Entete } from './entete'
import { createOrdre } from './jours'
import { CHAMPS_CONNUS, type Propose } from './noms-connus'

/** Of the first rows only, fewer where they have many cells. */
const ROWS = 1_000
const CELLS = 20_000
const PIECE = 64 * 1024
const EXAMPLES = 3

interface Vu {
  remplies: number
  /** How many of the filled cells look like this. */
  comme: Map<Propose, number>
  /** How many are written as money: with cents, or a currency. */
  argent: number
  ordre: ReturnType<typeof createOrdre>
  /** Its distinct cells, until they are many. */
  valeurs: Set<string>
  /** No two rows have the same, and each has one. */
  toutes: Set<string>
}

const createVu = (): Vu => ({
  remplies: 0,
  comme: new Map(),
  argent: 0,
  ordre: createOrdre(),
  valeurs: new Set(),
  toutes: new Set(),
})

const LOOKS: readonly (readonly [Propose, (text: string) => boolean])[] = [
  ['email', estEmail],
  ['order_date', estDate],
  ['zip', estCodePostal],
  ['plus', estMontant],
]

/** Longer cells are texts. */
const LONGEST = 100

/** Notes a filled cell of a column. */
function noter(vu: Vu, text: string) {
  vu.remplies++
  vu.toutes.add(text)
  if (vu.valeurs.size <= VALEURS_D_UN_SORT) vu.valeurs.add(shorten(text))
  if (text.length > LONGEST) return
  if (estArgent(text)) vu.argent++
  vu.ordre.add(text)
  for (const [propose, looks] of LOOKS)
    if (looks(text)) vu.comme.set(propose, (vu.comme.get(propose) ?? 0) + 1)
}

/** Numbers are amounts where most of them are written as money, or their name says so; but not what they leave. */
const isOfAmounts = (name: string, { remplies, argent }: Vu) =>
  (argent >= remplies / 2 || TITRE_D_ARGENT.test(name)) &&
  !/frais|commission|fee|tva|remise|promo|solde|balance|debit/.test(name)

const TITRE_RENDU = /rembours|refund|erstatt|reembols|rimbors/

/** What nearly all filled cells of a column look like. */
function looksLike(name: string, vu: Vu): Propose | null {
  const { remplies, comme } = vu
  for (const [propose] of LOOKS)
    if (remplies >= 2 && (comme.get(propose) ?? 0) >= remplies * 0.95) {
      if (propose !== 'plus') return propose
      if (!isOfAmounts(name, vu)) return null
      if (!TITRE_RENDU.test(name)) return propose
      // What was given back is taken off; where it is written below 0 already, people say what becomes of it.
      return [...vu.toutes].some((text) => /^[-\u2212(]/.test(text)) ? null : 'moins'
    }
  return null
}

/** Days of one column that are not those of the other. */
const differ = ({ toutes: one }: Vu, { toutes: other }: Vu) =>
  one.size !== other.size || [...one].some((text) => !other.has(text))

/** What the first rows below a header hold, column by column, and how many rows these are. */
function regarder(entete: Entete, head: Buffer, isWhole: boolean) {
  const width = entete.noms.length
  const vus = entete.noms.map(createVu)
  const most = Math.min(ROWS, Math.ceil(CELLS / width))
  let lignes = 0
  const scanner = createScanner({
    delimiter: entete.delimiteur,
    width,
    firstLine: entete.dataLine,
    accept: (row) => {
      if (lignes >= most) return undefined
      lignes++
      for (let place = 0; place < Math.min(width, row.count); place++) {
        const text = readCode(row.bytes.toString('utf8', row.starts[place], row.ends[place]))
        const vu = vus[place]
        if (text !== undefined && vu) noter(vu, text)
      }
      return undefined
    },
    reject: () => undefined,
  })
  for (let at = entete.dataStart; at < head.length && lignes < most; at += PIECE)
    scanner.push(head.subarray(at, at + PIECE))
  if (isWhole && lignes < most) scanner.end()
  return { lignes, vus }
}

/** Each proposal stands once, but amounts and what decides. */
const MANY: readonly Propose[] = ['plus', 'moins', 'sort']

/** The proposal, taken, or nothing where another column has it. */
function take(taken: Set<Propose>, propose: Propose | null | undefined) {
  if (!propose || (taken.has(propose) && !MANY.includes(propose))) return null
  taken.add(propose)
  return propose
}

/** What their names make of columns. */
function nommer(noms: readonly string[], taken: Set<Propose>) {
  const known = noms.map((nom) => CHAMPS_CONNUS.get(normalise(nom)) ?? titreNom(nom))
  // Of two columns, « Nom du donateur » is what « Prénom du donateur » leaves, « Nombre » what « Apellidos » does.
  const [isFirst, isLast] = [known.includes('firstname'), known.includes('lastname')]
  const whole =
    isFirst && !isLast ? 'lastname' : isLast && !isFirst ? 'firstname' : ('nom_complet' as const)
  const isWholeName = (nom: string) => whole !== 'firstname' || titreNom(nom) !== undefined
  return noms.map((nom, place) => {
    const one = known[place]
    return take(taken, one === 'nom_complet' && isWholeName(nom) ? whole : one)
  })
}

/** Looks at the first rows below a header: each column with examples, and what it may be. */
export function lireColonnes(entete: Entete, head: Buffer, isWhole: boolean): ColonneLue[] {
  const { noms } = entete
  const { lignes, vus } = regarder(entete, head, isWhole)
  const taken = new Set<Propose>()
  const byName = nommer(noms, taken)
  const isNumber = (nom: string, place: number) =>
    lignes > 1 &&
    byName[place] === null &&
    vus[place]?.toutes.size === lignes &&
    titreNumero(nom) &&
    !TITRE_D_ARGENT.test(normalise(nom)) &&
    vus[place].argent === 0
  if (!taken.has('id') && !taken.has('order_id')) {
    const numbers = noms.findIndex(isNumber)
    if (numbers >= 0) byName[numbers] = take(taken, 'id')
  }
  const jours = vus.filter(
    (vu, place) =>
      byName[place] === null && looksLike(normalise(noms[place] ?? ''), vu) === 'order_date',
  )
  // Which of several days is that of the gift, nothing in their cells says.
  if (jours.some((vu) => differ(vu, jours[0] ?? vu))) taken.add('order_date')
  return noms.map((nom, place) => {
    const vu = vus[place] ?? createVu()
    const named = byName[place] ?? null
    const { remplies } = vu
    const valeurs = vu.valeurs.size > VALEURS_D_UN_SORT ? undefined : [...vu.valeurs]
    const looks = () =>
      peutDecider({ nom, valeurs, remplies, lignes }) ? 'sort' : looksLike(normalise(nom), vu)
    const like = named === null ? looks() : null
    // One column of amounts is plenty to suppose: others may be fees.
    const supposed = like === 'plus' && taken.has('plus') ? null : take(taken, like)
    return {
      place: place + 1,
      nom: shorten(nom),
      remplissage: lignes === 0 ? 0 : Math.round((1000 * remplies) / lignes) / 10,
      exemples: [...vu.valeurs].slice(0, EXAMPLES),
      propose: named ?? supposed,
      suppose: named === null && supposed !== null,
      jours: vu.ordre.found(),
    }
  })
}
