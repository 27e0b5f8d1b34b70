import { sql } from 'kysely'
import { AXES } from '#contract/axes'
import { PERIODES } from '#contract/nouveaux-anciens'
import { CODES_AU_PLUS } from '#contract/ventilation'
import { citer } from '#figures/format'
import {
  type Condition,
  type Demande,
  enJour,
  type Ensemble,
  estEnCours,
  jourDe,
  nommerProfil,
} from './ensemble'

/** Filters on the year's first gift and campaigns, in words. */
function precisions(demande: Demande): string[] {
  const { periode, media, origine, autres, classement, profil, produit } = demande
  return [
    periode && `premier don de l’année en ${periode}`,
    media !== undefined && `code média ${citer(media)}`,
    origine !== undefined && `code origine ${citer(origine)}`,
    autres &&
      `${AXES[autres].nom.toLowerCase()} hors des ${CODES_AU_PLUS} premiers de ${classement}`,
    profil && nommerProfil(profil, produit),
  ].filter((part) => typeof part === 'string')
}

const preciser = (sentence: string, demande: Demande, separator: string): string =>
  [sentence, ...precisions(demande)].join(separator)

/** Those who gave in the year, up to a day of it. */
function donnentEn(demande: Demande): Condition {
  const { annee, au, periode, media, origine, autres, classement, profil } = demande
  const mois = PERIODES.find((one) => one.periode === periode)?.mois
  return sql`${sql.join(
    [
      sql`faits.annee = ${annee}`,
      au && sql`faits.premier_jour <= ${au}::date`,
      mois && sql`faits.mois = any(${mois}::int[])`,
      media !== undefined && sql`faits.media = ${media}`,
      origine !== undefined && sql`faits.origine = ${origine}`,
      autres &&
        sql`${sql.ref(`faits.${autres}`)} not in (
          select code
          from nouveaux_rangs_a_jour
          where axe = ${autres} and annee = ${classement} and rang <= ${CODES_AU_PLUS}
        )`,
      profil && sql`faits.profil = ${profil}`,
    ].filter((condition) => typeof condition === 'object'),
    sql` and `,
  )}`
}

const jusquA = (demande: Demande) => (demande.au ? `, jusqu’au ${enJour(demande)}` : '')

interface DeLAnnee {
  titre: string
  definition: (annee: number) => string
  condition?: Condition
}

const deLAnnee = ({ titre, definition, condition }: DeLAnnee): Ensemble => ({
  faits: 'annees_du_moment',
  titre: (demande) => preciser(`${titre} de ${demande.annee}${jusquA(demande)}`, demande, ', '),
  definition: (demande) =>
    `${preciser(definition(demande.annee) + jusquA(demande), demande, '\u202F; ')}.`,
  // Of its donors, who gave by that day, the list tells the year.
  montants: ({ annee, au }) => `Montant ${annee}${au ? ', année entière' : ''}`,
  condition: (demande) =>
    condition ? sql`${donnentEn(demande)} and ${condition}` : donnentEn(demande),
})

interface AuJour {
  titre: string
  /** Years from the last gift's year to the list's; null if it may be any of several. */
  recul: number | null
  definition: (annee: number) => string
  /** The last year with a gift: one year, or every year up to one. */
  annees: (annee: number) => Condition
}

/** As of a day, each donor has one row: that of the last year with a gift up to that day. */
const auJour = ({ titre, recul, definition, annees }: AuJour): Ensemble => ({
  faits: 'annees_du_moment',
  titre: (demande) => `${titre} au ${enJour(demande)}`,
  definition: (demande) =>
    `Au ${enJour(demande)}, ${definition(demande.annee)}${recul === 1 && estEnCours(demande) ? '\u202F; ils n’ont pas encore redonné' : ''}.`,
  montants: ({ annee }) =>
    recul === null ? 'Montant de la dernière année' : `Montant ${annee - recul}`,
  condition: (demande) => sql`
    ${annees(demande.annee)}
    and faits.premier_jour <= ${jourDe(demande)}::date
    and (faits.premier_jour_suivant is null or faits.premier_jour_suivant > ${jourDe(demande)}::date)`,
})

export const ACTIVITE = {
  actifs: deLAnnee({
    titre: 'Donateurs actifs',
    definition: (annee) => `Ont fait au moins un don en ${annee}`,
  }),
  nouveaux: deLAnnee({
    titre: 'Nouveaux donateurs',
    definition: (annee) => `Ont fait leur premier don en ${annee}`,
    condition: sql`faits.annee_precedente is null`,
  }),
  anciens: deLAnnee({
    titre: 'Anciens donateurs',
    definition: (annee) => `Ont donné en ${annee}, et avaient donné une année précédente`,
    condition: sql`faits.annee_precedente is not null`,
  }),
  dormants: auJour({
    titre: 'Donateurs dormants',
    recul: 1,
    definition: (annee) => `leur dernier don est de ${annee - 1}`,
    annees: (annee) => sql`faits.annee = ${annee - 1}`,
  }),
  inactifs: auJour({
    titre: 'Donateurs inactifs',
    recul: 2,
    definition: (annee) => `leur dernier don est de ${annee - 2}`,
    annees: (annee) => sql`faits.annee = ${annee - 2}`,
  }),
  tres_inactifs: auJour({
    titre: 'Donateurs très inactifs',
    recul: null,
    definition: (annee) => `leur dernier don est d’avant ${annee - 2}`,
    annees: (annee) => sql`faits.annee <= ${annee - 3}`,
  }),
  historiques: auJour({
    titre: 'Tous les donateurs',
    recul: null,
    definition: () => 'ils ont fait au moins un don',
    annees: (annee) => sql`faits.annee <= ${annee}`,
  }),
} satisfies Record<string, Ensemble>
