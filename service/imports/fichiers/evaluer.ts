import { citer } from '#figures/format'
import { Problem } from '../../problem'
import { EARLIEST } from '../parsing/cells/limits'
import type { Motif } from '../parsing/cells/motifs'
import { usualDay } from '../parsing/cells/numbers'
import { dayText } from '../parsing/cells/values'
import type { Row } from '../parsing/rows/row'
import {
  codeIn,
  beginRow,
  usedFaulty,
  idOf,
  isLong,
  isUsualTime,
  signedCents,
  text,
} from './cellules'
import { createMelange, estSansJour, lireJour } from './jours'
import { createPersonnes } from './personnes'
import type { Plan } from './resoudre'
import { createTotaux } from './totaux'
import { createValeurs, sortDe } from './valeurs'
import { CODES, PERSONNE, type Lue } from './vocabulaire'

const DASH = 0x2d

/** Of numeric(14, 2). */
export const MAX_CENTS = 10 ** 14 - 1

/** Σ plus − Σ moins, where an empty cell is 0 but in the first of plus. */
function sumOf(row: Row, { plus, moins }: Plan): number | Motif {
  let sum = 0
  for (let at = 0; at < plus.length; at++) {
    const cents = signedCents(row, plus[at] ?? 0)
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

/** Reads rows as a reading says; gifts dated after `latest` (YYYYMMDD) are rejected. */
export function createEvaluer(plan: Plan, latest: number) {
  const { lecture, champs, cle, reference } = plan
  const personneOf = createPersonnes(plan)
  const valeurs = createValeurs(plan.sorts)
  const isUsualDay = lecture.jours !== 'mja' && lecture.fuseau === 'tel quel'
  const codePlaces = CODES.map((code) => champs[code])
  const isTotal = createTotaux(plan)
  const width = plan.entete.noms.length
  const melange = plan.feuille && createMelange()
  const masquees = plan.feuille?.masquees ?? []
  const cachees = { lignes: 0, centimes: 0 }
  let plage = 0
  const lue: Lue = {
    destin: 'rejet',
    motif: undefined,
    faute: undefined,
    cents: 0,
    jour: 0,
    estConstant: false,
    cle: '',
    order_id: '',
    codes: [],
    personne: PERSONNE,
    reference: '',
  }

  const dayOf = (row: Row): number | Motif => {
    const place = champs.order_date ?? 0
    melange?.add(text(row, place).trim())
    const start = row.starts[place] ?? 0
    const end = row.ends[place] ?? 0
    const isUsual =
      isUsualDay &&
      place < row.count &&
      (lecture.jours !== 'amj' || row.bytes[start + 4] === DASH) &&
      (end - start === 10 || isUsualTime(row.bytes, start + 10, end))
    const usual = isUsual ? usualDay(row.bytes, start, start + 10) : Number.NaN
    const day = Number.isNaN(usual) ? lireJour(text(row, place), lecture) : usual
    if (day === undefined) return 'date_absente'
    if (typeof day === 'string') return day
    lue.estConstant = lecture.jour_constant !== undefined && estSansJour(text(row, place))
    if (day < EARLIEST) return 'date_trop_ancienne'
    return day > latest ? 'date_future' : day
  }

  /** Reads the key of the gift; returns why it has none. */
  const readCle = (row: Row, jour: number | Motif): Motif | undefined => {
    const commande = idOf(row, champs.order_id)
    lue.order_id = typeof commande === 'string' ? commande : ''
    if (lecture.cle === 'contact_jour_montant') return typeof jour === 'string' ? jour : undefined
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

  const readDonateur = (row: Row): Motif | undefined => {
    lue.personne = personneOf(row)
    const { motif, qui } = lue.personne
    if (motif) return motif
    return qui === '' && lecture.sans_identite === 'rejeter' ? 'identite_absente' : undefined
  }

  const readCodes = (row: Row): Motif | undefined => {
    for (let at = 0; at < CODES.length; at++) lue.codes[at] = codeIn(row, codePlaces[at])
    return lue.codes.some(isLong) ? 'code_trop_long' : undefined
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

  /** Why the cells of a row cannot be those of the header's columns. */
  const formeDe = ({ count, starts, ends }: Row): Motif | undefined => {
    if (count < width) return plan.courtes ? undefined : 'champs_manquants'
    if (count > width + plan.entete.surplus) return 'champs_en_trop'
    for (let place = width; place < count; place++)
      if (starts[place] !== ends[place]) return 'champs_en_trop'
    return undefined
  }

  /** Rows come in their order. */
  const isMasquee = ({ line }: Row): boolean => {
    while ((masquees[plage]?.[1] ?? Infinity) < line) plage++
    return line >= (masquees[plage]?.[0] ?? Infinity)
  }

  const rejeter = (motif: Motif): Lue => {
    lue.destin = 'rejet'
    lue.motif = motif
    return lue
  }

  const read = (row: Row): Lue => {
    beginRow()
    const cents = sumOf(row, plan)
    lue.estConstant = false
    const jour = dayOf(row)
    lue.cents = typeof cents === 'string' ? 0 : cents
    lue.jour = typeof jour === 'string' ? 0 : jour
    lue.cle = ''
    lue.order_id = ''
    lue.personne = PERSONNE
    lue.reference = ''
    lue.faute = undefined
    const forme = formeDe(row)
    if (forme) return rejeter(forme)
    if (isTotal(row, lue.cents)) return rejeter('ligne_de_total')
    if (isMasquee(row)) {
      cachees.lignes++
      cachees.centimes += lue.cents
      if (lecture.lignes_masquees !== 'lire') {
        lue.destin = lecture.lignes_masquees === undefined ? 'indecis' : 'ne_compte_pas'
        lue.motif = undefined
        return lue
      }
    }
    const sort = sortDe(valeurs.count(row, lue.cents, lue.jour))
    lue.destin = sort ?? 'indecis'
    lue.motif = undefined
    if (sort === 'compte' || sort === 'rembourse') {
      const motif = (sort === 'compte' ? readDon : readRemboursement)(row, cents, jour)
      lue.faute = usedFaulty()
      lue.motif = lue.faute === undefined ? motif : 'cellule_sans_valeur'
      if (lue.motif) lue.destin = 'rejet'
    }
    // A stored gift of its key may be none any more.
    else if (readCle(row, jour)) lue.cle = ''
    return lue
  }

  return {
    read,
    list: valeurs.list,
    cachees,
    /** Throws a Problem where only some days were taken for days, and turned. */
    exigerJours: () => {
      const found = melange?.found()
      if (!found) return
      const [vrai, texte] = found.map((written) => citer(written.slice(0, 20)))
      throw new Problem(
        'invalide',
        `Dans la colonne des dates, le tableur a pris certains jours pour des dates (${vrai}) et a laissé les autres en texte (${texte})\u00A0: il a sans doute échangé le jour et le mois des premiers. Importez plutôt l’export d’origine (CSV), ou corrigez ces dates dans le classeur.`,
        { champ: 'colonnes.order_date' },
      )
    },
  }
}

/** Nothing of this file can be added up to the cent any more. */
export const tropDeMontants = () =>
  new Problem(
    'invalide',
    'Les montants de ce fichier font ensemble plus de 70\u00a0000\u00a0milliards d’euros\u00a0: leur somme ne serait plus juste au centime. Vérifiez les colonnes des montants.',
    { champ: 'montant' },
  )
