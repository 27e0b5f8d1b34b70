import { sql } from 'kysely'
import type { Condition, Demande, Ensemble } from './ensemble'

interface Mouvement {
  titre: (annee: number) => string
  definition: (annee: number) => string
  condition: (annee: number) => Condition
}

/** A set of those who gave in the year, or of those who gave the year before and no longer. */
const mouvement = (
  { titre, definition, condition }: Mouvement,
  anneeDesDons: (demande: Demande) => number,
): Ensemble => ({
  faits: 'donateurs_annees',
  titre: ({ annee }) => titre(annee),
  definition: ({ annee }) => definition(annee),
  montants: (demande) => `Montant ${anneeDesDons(demande)}`,
  condition: ({ annee }) => condition(annee),
})

const present = (described: Mouvement) => mouvement(described, ({ annee }) => annee)
const parti = (described: Mouvement) => mouvement(described, ({ annee }) => annee - 1)

const conserves = (annee: number): Condition =>
  sql`faits.annee = ${annee} and faits.annee_precedente = ${annee - 1}`

const perdus = (annee: number): Condition =>
  sql`faits.annee = ${annee - 1} and (faits.annee_suivante is null or faits.annee_suivante > ${annee})`

export const FIDELITE = {
  conserves: present({
    titre: (annee) => `Donateurs conservés en ${annee}`,
    definition: (annee) => `Ont donné en ${annee - 1} et en ${annee}.`,
    condition: conserves,
  }),
  reactives: present({
    titre: (annee) => `Donateurs réactivés en ${annee}`,
    definition: (annee) =>
      `Ont donné en ${annee}, pas en ${annee - 1}, et avaient donné une année d’avant.`,
    condition: (annee) => sql`faits.annee = ${annee} and faits.annee_precedente < ${annee - 1}`,
  }),
  perdus: parti({
    titre: (annee) => `Donateurs perdus en ${annee}`,
    definition: (annee) => `Ont donné en ${annee - 1} et pas en ${annee}.`,
    condition: perdus,
  }),
  hausse: present({
    titre: (annee) => `Donateurs conservés en hausse en ${annee}`,
    definition: (annee) => `Ont donné en ${annee - 1}, et davantage en ${annee}.`,
    condition: (annee) => sql`${conserves(annee)} and faits.montant > faits.montant_precedent`,
  }),
  stables: present({
    titre: (annee) => `Donateurs conservés stables en ${annee}`,
    definition: (annee) => `Ont donné la même somme en ${annee - 1} et en ${annee}.`,
    condition: (annee) => sql`${conserves(annee)} and faits.montant = faits.montant_precedent`,
  }),
  baisse: present({
    titre: (annee) => `Donateurs conservés en baisse en ${annee}`,
    definition: (annee) => `Ont donné en ${annee - 1}, et moins en ${annee}.`,
    condition: (annee) => sql`${conserves(annee)} and faits.montant < faits.montant_precedent`,
  }),
  perdus_nouveaux: parti({
    titre: (annee) => `Nouveaux donateurs de ${annee - 1} perdus en ${annee}`,
    definition: (annee) =>
      `Ont fait leur premier don en ${annee - 1} et n’ont pas donné en ${annee}.`,
    condition: (annee) => sql`${perdus(annee)} and faits.annee_precedente is null`,
  }),
  perdus_autres: parti({
    titre: (annee) => `Anciens donateurs perdus en ${annee}`,
    definition: (annee) =>
      `Ont donné en ${annee - 1}, avaient donné une année d’avant, et n’ont pas donné en ${annee}.`,
    condition: (annee) => sql`${perdus(annee)} and faits.annee_precedente is not null`,
  }),
} satisfies Record<string, Ensemble>
