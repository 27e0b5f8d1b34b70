import { sql } from 'kysely'
import { AXES, TRANCHES } from '#contract/axes'
import { formatEuros } from '#figures/format'
import { type Condition, type Demande, type Ensemble, nommerProfil } from './ensemble'

/** `de 100 à 200 €`, `de 5 000 € et plus`. */
export function nommerTranche(tranche: string): string {
  const [from = '', to] = tranche.split('-')
  if (to === undefined) return `de ${formatEuros(Number.parseInt(from, 10))} et plus`
  return `de ${from} à ${formatEuros(Number(to))}`
}

/** `d’au moins 100 € et de moins de 200 €`. */
function delimiter(tranche: string): string {
  const [from = '', to] = tranche.split('-')
  const atLeast = `d’au moins ${formatEuros(Number.parseInt(from, 10))}`
  if (to === undefined) return atLeast
  return from === '0'
    ? `de moins de ${formatEuros(Number(to))}`
    : `${atLeast} et de moins de ${formatEuros(Number(to))}`
}

/** The band's number, as in `tranche_montant()`. */
const rangDe = ({ tranche = '0-20' }: Demande) => TRANCHES.indexOf(tranche)

/** The same band as bounds on the amount, to use the index. */
function bounds({ tranche = '0-20' }: Demande): Condition {
  const [from = '', to] = tranche.split('-')
  const atLeast = sql<boolean>`faits.montant >= ${Number.parseInt(from, 10)}`
  return to === undefined ? atLeast : sql`${atLeast} and faits.montant < ${Number(to)}`
}

/** A segment, numbered as in `segment_frequence()`, in words. */
export function segmentDe({ segment = '1' }: Demande) {
  const { reponses } = AXES.segment
  return { rang: Object.keys(reponses).indexOf(segment) + 1, mots: reponses[segment].dit }
}

interface DeLAnnee {
  titre: (demande: Demande) => string
  definition: (demande: Demande) => string
  condition: (demande: Demande) => Condition
}

const deLAnnee = ({ titre, definition, condition }: DeLAnnee): Ensemble => ({
  faits: 'annees_du_moment',
  titre: (demande) => `Donateurs de ${demande.annee}, ${titre(demande)}`,
  definition,
  montants: ({ annee }) => `Montant ${annee}`,
  condition: (demande) => sql`faits.annee = ${demande.annee} and ${condition(demande)}`,
})

export const REPARTITION = {
  tranche_total: deLAnnee({
    titre: ({ tranche = '' }) => `total de l’année ${nommerTranche(tranche)}`,
    definition: ({ annee, tranche = '' }) =>
      `La somme de leurs dons de ${annee} est ${delimiter(tranche)}.`,
    condition: (demande) => sql`faits.tranche_total = ${rangDe(demande)} and ${bounds(demande)}`,
  }),
  tranche_dernier: deLAnnee({
    titre: ({ tranche = '' }) => `dernier don de l’année ${nommerTranche(tranche)}`,
    definition: ({ annee, tranche = '' }) =>
      `Leur dernier don de ${annee} est ${delimiter(tranche)}.`,
    condition: (demande) => sql`faits.tranche_dernier = ${rangDe(demande)}`,
  }),
  segment: deLAnnee({
    titre: (demande) => segmentDe(demande).mots,
    definition: (demande) => `Ont fait ${segmentDe(demande).mots} en ${demande.annee}.`,
    condition: (demande) => sql`faits.segment = ${segmentDe(demande).rang}`,
  }),
  profil: deLAnnee({
    titre: ({ profil = 'MIXTE', produit }) => nommerProfil(profil, produit),
    definition: ({ annee, profil, produit }) =>
      profil === 'MIXTE'
        ? `Ont donné aux deux campagnes en ${annee}.`
        : `Ont donné à la seule campagne ${profil === 'VFL' ? 'VFL' : produit} en ${annee}.`,
    condition: ({ profil }) => sql`faits.profil = ${profil}`,
  }),
} satisfies Record<string, Ensemble>
