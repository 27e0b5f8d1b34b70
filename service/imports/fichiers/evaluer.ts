import type { Sort } from '#contract/fichiers'
import { Problem } from '../../problem'
import { EARLIEST, MAX_CODE, MAX_ID } from '../parsing/cells/limits'
import type { Motif } from '../parsing/cells/motifs'
import { usualCents, usualDay } from '../parsing/cells/numbers'
import {
  isScientific,
  readAmount,
  readBirthdate,
  readCode,
  readId,
  readName,
} from '../parsing/cells/values'
import type { Row } from '../parsing/rows/row'
import { createIdentifier } from './identifier'
import { lireJour } from './jours'
import { lireNomComplet } from './noms'
import type { Plan } from './resoudre'
import { createValeurs } from './valeurs'

/** What becomes of a row: a gift, no gift, a refund; or nothing, with a reason. */
export type Destin = Sort | 'rejet'

export const CODES = ['codemedia_code', 'campaign_code', 'origincode_code', 'product_code'] as const
export const CARTE = [
  'civility',
  'firstname',
  'lastname',
  'email',
  'phone',
  'zip',
  'city',
  'birthdate',
] as const

/** A row as read; one object serves all rows. */
export interface Lue {
  destin: Destin
  motif: Motif | undefined
  /** As written, below 0 too; 0 where unreadable. */
  cents: number
  /** YYYYMMDD; 0 if there is none. */
  jour: number
  /** Of the gift, without prefix. */
  cle: string
  order_id: string
  codes: (string | undefined)[]
  /** Keys of the donor, see `identifier.ts`; '' if there are none. */
  qui: string
  carte: (string | undefined)[]
  is_company: boolean
  reference: string
}

const text = (row: Row, place: number | undefined): string =>
  place === undefined || place >= row.count
    ? ''
    : row.bytes.toString('utf8', row.starts[place], row.ends[place])

const SIGN = /^[-\u2212][ \u00a0\u202f\u2009]*/

/** Signed cents, or why they cannot be read; undefined if the cell is empty. */
function signedCents(row: Row, place: number): number | Motif | undefined {
  const start = row.starts[place] ?? 0
  const end = row.ends[place] ?? 0
  const usual = place < row.count ? usualCents(row.bytes, start, end) : Number.NaN
  if (!Number.isNaN(usual)) return usual
  const written = readCode(text(row, place))
  if (written === undefined) return undefined
  const sign = SIGN.exec(written)
  const reading = readAmount(sign ? written.slice(sign[0].length) : written)
  if ('motif' in reading) return reading.motif
  // A sign alone is no amount, nor are two.
  if (reading.value === undefined) return 'montant_illisible'
  return sign ? -reading.value : reading.value
}

/** Of numeric(14, 2). */
export const MAX_CENTS = 10 ** 14 - 1

/** Σ plus − Σ moins, where an empty cell is 0 but in the first of plus. */
function sumOf(row: Row, { plus, moins }: Plan): number | Motif {
  let sum = 0
  for (const [at, place] of plus.entries()) {
    const cents = signedCents(row, place)
    if (typeof cents === 'string') return cents
    if (cents === undefined && at === 0) return 'montant_absent'
    sum += cents ?? 0
  }
  for (const place of moins) {
    const cents = signedCents(row, place)
    if (typeof cents === 'string') return cents
    sum -= cents ?? 0
  }
  return Math.abs(sum) > MAX_CENTS ? 'montant_trop_grand' : sum
}

const hasBreak = (value: string) => /[\r\n]/.test(value)

/** An id as written, '' if empty, or why it cannot be one. */
function idOf(row: Row, place: number | undefined): string | { motif: Motif } {
  const id = readId(text(row, place)) ?? ''
  if (id.length > MAX_ID || hasBreak(id)) return { motif: 'id_invalide' }
  return isScientific(id) ? { motif: 'id_scientifique' } : id
}

export const dayText = (jour: number) => {
  const digits = String(jour)
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
}

/** Reads rows as a reading says; gifts dated after `latest` (YYYYMMDD) are rejected. */
export function createEvaluer(plan: Plan, latest: number) {
  const { lecture, champs, nomComplet, cle, reference } = plan
  const identifier = createIdentifier(plan)
  const valeurs = createValeurs(plan.sorts)
  const isUsualDay = lecture.jours !== 'mja' && lecture.fuseau === 'tel quel'
  const lue: Lue = {
    destin: 'rejet',
    motif: undefined,
    cents: 0,
    jour: 0,
    cle: '',
    order_id: '',
    codes: [],
    qui: '',
    carte: [],
    is_company: false,
    reference: '',
  }

  const dayOf = (row: Row): number | Motif => {
    const place = champs.order_date ?? -1
    const usual =
      isUsualDay && place < row.count
        ? usualDay(row.bytes, row.starts[place] ?? 0, row.ends[place] ?? 0)
        : Number.NaN
    const day = Number.isNaN(usual) ? lireJour(text(row, place), lecture) : usual
    if (day === undefined) return 'date_absente'
    if (typeof day === 'string') return day
    if (day < EARLIEST) return 'date_trop_ancienne'
    return day > latest ? 'date_future' : day
  }

  /** Reads the key of the gift; returns why it has none. */
  const readCle = (row: Row, jour: number | Motif): Motif | undefined => {
    const commande = idOf(row, champs.order_id)
    lue.order_id = typeof commande === 'string' ? commande : ''
    if (cle === undefined) {
      if (typeof commande !== 'string') return commande.motif
      if (commande === '') return 'commande_absente'
      if (typeof jour === 'string') return jour
      lue.cle = `${commande}-${dayText(jour)}`
      return undefined
    }
    const own = idOf(row, cle)
    if (typeof own !== 'string') return own.motif
    lue.cle = own
    return own === '' ? 'cle_absente' : undefined
  }

  const readCarte = (row: Row): Motif | undefined => {
    const company = readName(text(row, champs.company))
    const full = nomComplet === undefined ? undefined : readName(text(row, nomComplet))
    const split = company === undefined && full !== undefined ? lireNomComplet(full) : undefined
    lue.is_company = company !== undefined
    lue.carte =
      company !== undefined
        ? [undefined, undefined, company]
        : [
            readCode(text(row, champs.civility)) ?? split?.civility,
            split ? split.firstname : readName(text(row, champs.firstname)),
            split ? split.lastname : readName(text(row, champs.lastname)),
          ]
    lue.carte.push(
      readCode(text(row, champs.email)),
      readCode(text(row, champs.phone)),
      readCode(text(row, champs.zip)),
      readName(text(row, champs.city)),
      readBirthdate(text(row, champs.birthdate)),
    )
    return lue.carte.some((value) => value !== undefined && value.length > MAX_CODE)
      ? 'code_trop_long'
      : undefined
  }

  const readDonateur = (row: Row): Motif | undefined => {
    const numero = idOf(row, champs.contact_id)
    if (typeof numero !== 'string') return numero.motif
    const client = idOf(row, champs.client)
    if (typeof client !== 'string') return client.motif
    const motif = readCarte(row)
    if (motif) return motif
    lue.qui = identifier(numero, client, lue)
    return lue.qui === '' && lecture.sans_identite === 'rejeter' ? 'identite_absente' : undefined
  }

  const readCodes = (row: Row): Motif | undefined => {
    lue.codes = CODES.map((code) => readCode(text(row, champs[code])))
    return lue.codes.some((code) => code !== undefined && code.length > MAX_CODE)
      ? 'code_trop_long'
      : undefined
  }

  const readDon = (row: Row, cents: number | Motif, jour: number | Motif): Motif | undefined => {
    if (typeof cents === 'string') return cents
    if (cents < 0) return 'montant_negatif'
    if (typeof jour === 'string') return jour
    return readCle(row, jour) ?? readCodes(row) ?? readDonateur(row)
  }

  const readRemboursement = (
    row: Row,
    cents: number | Motif,
    jour: number | Motif,
  ): Motif | undefined => {
    if (typeof cents === 'string') return cents
    if (typeof jour === 'string') return jour
    const motif = readCle(row, jour)
    const found = idOf(row, reference)
    if (typeof found !== 'string') return found.motif
    lue.reference = found
    return found === '' ? motif : undefined
  }

  const read = (row: Row): Lue => {
    const cents = sumOf(row, plan)
    const jour = dayOf(row)
    lue.cents = typeof cents === 'string' ? 0 : cents
    lue.jour = typeof jour === 'string' ? 0 : jour
    lue.cle = ''
    lue.order_id = ''
    lue.qui = ''
    lue.reference = ''
    const sort = valeurs.count(row, lue.cents)
    lue.destin = sort ?? 'rejet'
    lue.motif =
      sort === undefined
        ? 'valeur_indecise'
        : sort === 'compte'
          ? readDon(row, cents, jour)
          : sort === 'rembourse'
            ? readRemboursement(row, cents, jour)
            : undefined
    if (sort === 'ne_compte_pas' && readCle(row, jour)) lue.cle = ''
    if (lue.motif) lue.destin = 'rejet'
    return lue
  }

  return { read, valeurs: valeurs.list }
}

/** Nothing of this file can be added up to the cent any more. */
export const tropDeMontants = () =>
  new Problem(
    'invalide',
    'Les montants de ce fichier font ensemble plus de 70\u00a0000\u00a0milliards d’euros\u00a0: leur somme ne serait plus juste au centime. Vérifiez les colonnes des montants.',
    { champ: 'montant' },
  )
