import type { FicheSaisie } from '#contract/dictionnaire'
import type { MesureObjectif } from '#contract/objectifs'
import type { Row } from './generate'
import { createRandom } from './random'

const SEED = 20_130_102

/** Seasons of campaigns; a standing order costs nothing to speak of. */
const APPELS = new Map([
  ['PRINTEMPS', 'Appel de printemps'],
  ['RENTREE', 'Appel de rentrée'],
  ['NOEL', 'Appel de Noël'],
  ['REGULIER', 'Prélèvements réguliers'],
])

const donsOf = (donations: readonly Row[]) =>
  donations.map(([, , montant, date = '', contact = '', , campagne = '']) => ({
    annee: Number(date.slice(0, 4)),
    montant: Number(montant),
    contact,
    campagne,
  }))

/** From this year on the charity keeps a dictionary and sets aims; of the autumn appeals of VFL it knows no cost. */
const FROM = 2019

/** What the dictionary says of the campaign codes of these gifts. */
export function dictionaryOf(donations: readonly Row[]): FicheSaisie[] {
  const random = createRandom(SEED)
  const dons = donsOf(donations)
  const gifts = new Map<string, number>()
  for (const { campagne } of dons) gifts.set(campagne, (gifts.get(campagne) ?? 0) + 1)
  return [...gifts].flatMap(([code, number]) => {
    const [programme, year, saison = ''] = code.split('-')
    const [appel, exercice] = [APPELS.get(saison), Number(year)]
    if (appel === undefined || exercice < FROM) return []
    const nom = `${appel} ${year}${programme === 'VFL' ? ', VFL' : ''}`
    const fiche = { code, nom, famille: saison, exercice, debut: null, fin: null }
    const envois = Math.round(number / (random.between(40, 110) / 1000))
    const cout = (envois * random.between(58, 98)) / 100
    return saison === 'REGULIER'
      ? { ...fiche, cout: null, envois: null }
      : { ...fiche, cout: code.startsWith('VFL') && saison === 'RENTREE' ? null : cout, envois }
  })
}

interface Objectif {
  annee: number
  mesure: MesureObjectif
  valeur: string
}

/** Aims of each year: a tenth more than the year before. */
export function aimsOf(donations: readonly Row[]): Objectif[] {
  const dons = donsOf(donations)
  const first = new Map<string, number>()
  for (const { contact, annee } of dons)
    first.set(contact, Math.min(annee, first.get(contact) ?? annee))
  const years = new Set(dons.map(({ annee }) => annee).filter((annee) => annee >= FROM))
  const inOrder = [...years].toSorted((one, other) => one - other)
  return inOrder.flatMap((annee) => {
    const before = dons.filter((don) => don.annee === annee - 1)
    const euros = before.reduce((sum, { montant }) => sum + montant, 0)
    const nouveaux = [...first.values()].filter((year) => year === annee - 1).length
    return [
      { annee, mesure: 'montant' as const, valeur: String(Math.ceil((euros * 1.1) / 1000) * 1000) },
      { annee, mesure: 'nouveaux' as const, valeur: String(Math.ceil(nouveaux * 1.1)) },
    ].filter(({ valeur }) => valeur !== '0')
  })
}
