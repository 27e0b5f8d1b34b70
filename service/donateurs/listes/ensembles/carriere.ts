import { sql } from 'kysely'
import { capital, citer, formatCount } from '#figures/format'
import { nommerCode } from '#figures/grille'
import { CUMUL } from '#files/listes-columns'
import { type Condition, type Demande, type Ensemble, nommerProfil } from './ensemble'
import { segmentDe } from './repartition'

const campagne = (vfl: boolean, produit: string) => (vfl ? 'VFL' : produit)

/** Filters on the whole career, in words and as conditions. */
function precisions(demande: Demande): { mots: string; condition: Condition }[] {
  const { segment, profil, premier_vfl, dernier_vfl, comportement, produit } = demande
  return [
    segment && {
      mots: segmentDe(demande).mots,
      condition: sql<boolean>`faits.segment = ${segmentDe(demande).rang}`,
    },
    profil && {
      mots: nommerProfil(profil, produit),
      condition: sql<boolean>`faits.profil = ${profil}`,
    },
    premier_vfl !== undefined && {
      mots: `premier don à ${campagne(premier_vfl, produit)}`,
      condition: sql<boolean>`faits.premier_vfl = ${premier_vfl}`,
    },
    dernier_vfl !== undefined && {
      mots: `dernier don à ${campagne(dernier_vfl, produit)}`,
      condition: sql<boolean>`faits.dernier_vfl = ${dernier_vfl}`,
    },
    comportement === 'FIDELE' && {
      mots: 'premier et dernier don à la même campagne',
      condition: sql<boolean>`faits.premier_vfl = faits.dernier_vfl`,
    },
    comportement === 'MIGRE' && {
      mots: 'premier et dernier don à deux campagnes',
      condition: sql<boolean>`faits.premier_vfl <> faits.dernier_vfl`,
    },
  ].filter((part) => typeof part === 'object')
}

/** First gifts at least `mois` months old at the horizon. */
const echus = ({ cohorte, mois }: Demande): Condition => sql`
  faits.premiere_annee = ${cohorte}
  and faits.premier_jour + make_interval(months => ${mois}) <= (select jour from horizon_a_jour)`

const revenus = ({ mois }: Demande): Condition =>
  sql`faits.deuxieme_jour <= faits.premier_jour + make_interval(months => ${mois})`

const nouveauxEchus = ({ cohorte, mois }: Demande) =>
  `Ont fait leur premier don en ${cohorte}, ${formatCount(mois)}\u00A0mois au moins avant le dernier don connu`

const HORIZON = sql`(select jour from horizon_grille)`

/**
 * Donors active within 36 months are placed by the gifts of that period, others by their last gift up to the horizon. What
 * asks the gifts scans them all, or only those of `ids`.
 */
function dansLaGrille({ code = '' }: Demande, ids?: string[]): Condition {
  const parmi = ids ? sql`and contact_id = any(${ids}::text[])` : sql``
  if (!code.includes('F0'))
    return sql`faits.contact_id in (
      select contact_id
      from recents_par_donateur
      where code_grille(${HORIZON}, dernier_jour, nombre, montant) = ${code} ${parmi}
    )`
  return sql`(
    faits.dernier_jour <= ${HORIZON} - interval '36 months'
    and code_grille(${HORIZON}, faits.dernier_jour, 0, faits.dernier_montant) = ${code}
    or faits.contact_id in (
      select contact_id
      from dons_canoniques
      where contact_id in (select contact_id from carrieres_du_moment where dernier_jour > ${HORIZON})
        and order_date <= ${HORIZON} ${parmi}
      group by contact_id
      having code_grille(
        ${HORIZON}, max(order_date), 0,
        (array_agg(order_amount order by order_date desc, length(id) desc, id collate "C" desc))[1]
      ) = ${code}
    )
  )`
}

const SUR_LA_CARRIERE = {
  faits: 'carrieres_du_moment',
  montants: () => CUMUL,
} as const

export const CARRIERE = {
  carriere: {
    ...SUR_LA_CARRIERE,
    titre: (demande) =>
      ['Donateurs, toute la carrière', ...precisions(demande).map(({ mots }) => mots)].join(', '),
    definition: (demande) => {
      const narrowed = precisions(demande).map(({ mots }) => mots)
      if (narrowed.length === 0) return 'Ont fait au moins un don, quelle que soit l’année.'
      return `Sur toute la carrière\u00A0: ${narrowed.join(', ')}.`
    },
    condition: (demande) =>
      sql`${sql.join([sql`true`, ...precisions(demande).map(({ condition }) => condition)], sql` and `)}`,
  },
  cohorte: {
    faits: 'annees_du_moment',
    titre: ({ cohorte, annee }) => `Cohorte ${cohorte}, donateurs de ${annee}`,
    definition: ({ cohorte, annee }) =>
      annee === cohorte
        ? `Ont fait leur premier don en ${cohorte}.`
        : `Ont fait leur premier don en ${cohorte}, et ont donné en ${annee}.`,
    montants: ({ annee }) => `Montant ${annee}`,
    condition: ({ cohorte, annee }) =>
      sql`faits.annee = ${annee} and faits.premiere_annee = ${cohorte}`,
  },
  deuxieme_don: {
    ...SUR_LA_CARRIERE,
    titre: ({ cohorte, mois }) =>
      `Nouveaux donateurs de ${cohorte}, revenus en ${formatCount(mois)}\u00A0mois`,
    definition: (demande) =>
      `${nouveauxEchus(demande)}, et ont donné un autre jour dans ces ${formatCount(demande.mois)}\u00A0mois.`,
    condition: (demande) => sql`${echus(demande)} and ${revenus(demande)}`,
  },
  sans_deuxieme_don: {
    ...SUR_LA_CARRIERE,
    titre: ({ cohorte, mois }) =>
      `Nouveaux donateurs de ${cohorte}, pas revenus en ${formatCount(mois)}\u00A0mois`,
    definition: (demande) =>
      `${nouveauxEchus(demande)}, et n’ont pas donné d’autre jour dans ces ${formatCount(demande.mois)}\u00A0mois.`,
    condition: (demande) => sql`${echus(demande)} and ${revenus(demande)} is not true`,
  },
  grille: {
    ...SUR_LA_CARRIERE,
    titre: ({ code }) => `Donateurs ${code} de la grille RFM`,
    definition: ({ code = '' }) => `${capital(nommerCode(code))}.`,
    condition: dansLaGrille,
  },
  tous: {
    faits: 'contacts',
    titre: ({ q }) =>
      q ? `Contacts trouvés pour ${citer(q)}` : 'Tous les contacts qui ont une donation',
    definition: ({ q }) =>
      [
        'Ont au moins une donation enregistrée, même de montant nul\u00A0; les donateurs exclus en sont.',
        q &&
          'Leur nom, leur e-mail, leur ville et leur code postal contiennent les mots de la recherche, ou leur identifiant est ce qui est cherché.',
      ]
        .filter(Boolean)
        .join(' '),
    montants: () => CUMUL,
    condition: ({ q }) =>
      q
        ? sql`faits.contact_id in (
            with trouves as materialized (
              select contact_id from contacts_par_mots(${q})
              union
              select contact_id from contacts_par_id(${q})
            )
            select coalesce(contact_principal, contact_id)
            from trouves
            left join groupes_contacts using (contact_id)
          )`
        : sql`true`,
  },
} satisfies Record<string, Ensemble>
