import { type RawBuilder, sql } from 'kysely'
import { type Condition, type Demande, enJour, type Ensemble, estEnCours } from './ensemble'

interface Mouvement {
  titre: (annee: number, demande: Demande) => string
  definition: (annee: number, demande: Demande) => string
  condition: (annee: number, demande: Demande) => Condition
}

/** A set of donors of the year, or of those of the year before who left. */
const mouvement = (
  { titre, definition, condition }: Mouvement,
  anneeDesDons: (demande: Demande) => number,
): Ensemble => ({
  faits: 'annees_du_moment',
  titre: (demande) => titre(demande.annee, demande),
  definition: (demande) => definition(demande.annee, demande),
  montants: (demande) => `Montant ${anneeDesDons(demande)}`,
  condition: (demande) => condition(demande.annee, demande),
})

const present = (described: Mouvement) => mouvement(described, ({ annee }) => annee)
const parti = (described: Mouvement) => mouvement(described, ({ annee }) => annee - 1)

const conserves = (annee: number): Condition =>
  sql`faits.annee = ${annee} and faits.annee_precedente = ${annee - 1}`

const perdus = (annee: number): Condition =>
  sql`faits.annee = ${annee - 1} and (faits.annee_suivante is null or faits.annee_suivante > ${annee})`

/** What last year's donors were then, in words and as a condition on their preceding year. */
const GROUPES = {
  nouveaux: {
    titre: (annee) => `nouveaux de ${annee - 1}`,
    definition: (annee) => `ont fait leur premier don en ${annee - 1}`,
    avant: () => sql`is null`,
  },
  reactives: {
    titre: (annee) => `réactivés de ${annee - 1}`,
    definition: (annee) => `n’avaient pas donné en ${annee - 2}, mais une année d’avant`,
    avant: (annee) => sql`< ${annee - 2}`,
  },
  fideles: {
    titre: (annee) => `fidèles de ${annee - 1}`,
    definition: (annee) => `avaient donné aussi en ${annee - 2}`,
    avant: (annee) => sql`= ${annee - 2}`,
  },
} satisfies Record<
  NonNullable<Demande['groupe']>,
  Omit<Mouvement, 'condition'> & { avant: (annee: number) => RawBuilder<unknown> }
>

/** Those who gave the year before, as members of this group. */
const duGroupe = (annee: number, groupe: keyof typeof GROUPES): Condition => sql`exists (
  select from annees_du_moment as avant
  where avant.contact_id = faits.contact_id
    and avant.annee = ${annee - 1}
    and avant.annee_precedente ${GROUPES[groupe].avant(annee)}
)`

/** `pas en 2025`; of a year that is not over `pas encore en 2026, au 28/10/2026`. */
const pasEn = (demande: Demande): string =>
  estEnCours(demande)
    ? `pas encore en ${demande.annee}, au ${enJour(demande)}`
    : `pas en ${demande.annee}`

/** `n’ont pas donné en 2025`, likewise. */
const nOntPasDonne = (demande: Demande): string =>
  estEnCours(demande)
    ? `n’ont pas encore donné en ${demande.annee}, au ${enJour(demande)}`
    : `n’ont pas donné en ${demande.annee}`

export const FIDELITE = {
  conserves: present({
    titre: (annee, { groupe }) =>
      `Donateurs conservés en ${annee}${groupe ? `, ${GROUPES[groupe].titre(annee)}` : ''}`,
    definition: (annee, { groupe }) =>
      `Ont donné en ${annee - 1} et en ${annee}${groupe ? `\u202F; ${GROUPES[groupe].definition(annee)}` : ''}.`,
    condition: (annee, { groupe }) =>
      groupe ? sql`${conserves(annee)} and ${duGroupe(annee, groupe)}` : conserves(annee),
  }),
  reactives: present({
    titre: (annee) => `Donateurs réactivés en ${annee}`,
    definition: (annee) =>
      `Ont donné en ${annee}, pas en ${annee - 1}, et avaient donné une année d’avant.`,
    condition: (annee) => sql`faits.annee = ${annee} and faits.annee_precedente < ${annee - 1}`,
  }),
  perdus: parti({
    titre: (annee) => `Donateurs perdus en ${annee}`,
    definition: (annee, demande) => `Ont donné en ${annee - 1} et ${pasEn(demande)}.`,
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
    definition: (annee, demande) =>
      `Ont fait leur premier don en ${annee - 1} et ${nOntPasDonne(demande)}.`,
    condition: (annee) => sql`${perdus(annee)} and faits.annee_precedente is null`,
  }),
  perdus_autres: parti({
    titre: (annee) => `Anciens donateurs perdus en ${annee}`,
    definition: (annee, demande) =>
      `Ont donné en ${annee - 1}, avaient donné une année d’avant, et ${nOntPasDonne(demande)}.`,
    condition: (annee) => sql`${perdus(annee)} and faits.annee_precedente is not null`,
  }),
  absents: {
    ...parti({
      titre: (annee) => `Donateurs absents en ${annee}`,
      definition: (annee, demande) => `Avaient donné avant ${annee}, et ${nOntPasDonne(demande)}.`,
      condition: (annee) =>
        sql`faits.annee < ${annee} and (faits.annee_suivante is null or faits.annee_suivante > ${annee})`,
    }),
    montants: () => 'Montant de la dernière année',
  },
} satisfies Record<string, Ensemble>
