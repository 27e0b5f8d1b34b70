import { type RawBuilder, sql } from 'kysely'
import { RYTHMES } from '#contract/reguliers'
import { formatDay, MONTH_NAMES } from '#figures/format'
import { CUMUL } from '#files/listes-columns'
import { type Condition, type Demande, type Ensemble, jourDe } from './ensemble'

/** The day on which the set looks at series: the one asked for, and never after the data. */
function jourVu(demande: Demande): string {
  const asked = demande.annee === 0 ? '9999-12-31' : jourDe(demande)
  return demande.horizon !== null && demande.horizon < asked ? demande.horizon : asked
}

/** Series of four gifts or more, or those of three. */
const suivies = (sures: boolean): RawBuilder<unknown> =>
  sql`series.connue_le is ${sures ? sql`not null` : sql`null`}`

const ducontact = (ids: string[] | undefined): RawBuilder<unknown> =>
  ids ? sql`and series.contact_id = any(${ids}::text[])` : sql``

const actives = (demande: Demande, sures: boolean, ids?: string[]): Condition => sql`
  faits.contact_id in (
    select contact_id
    from series_du_moment as series
    where ${suivies(sures)} and premier <= ${jourVu(demande)}::date and arret > ${jourVu(demande)}::date
      ${demande.rythme ? sql`and rythme = ${RYTHMES[demande.rythme]}` : sql``}
      ${ducontact(ids)}
  )`

/** Days of the year, or of a month of it, that the data reach. */
const dansLAnnee = (jour: RawBuilder<unknown>, demande: Demande): RawBuilder<unknown> => {
  const { annee, du_mois: mois } = demande
  const first = sql`make_date(${annee}, ${mois ?? 1}, 1)`
  return sql`${jour} >= ${first}
    and ${jour} < ${first} + make_interval(months => ${mois === undefined ? 12 : 1})
    and ${jour} <= ${demande.horizon}::date`
}

/** Who begins or ceases to be regular on a day of the year: no other series of theirs is active just before, or goes on. */
const bascules = (
  demande: Demande,
  borne: 'premier' | 'arret',
  autre: RawBuilder<unknown>,
  ids?: string[],
): Condition => sql`
  faits.contact_id in (
    select contact_id
    from series_du_moment as series
    where ${suivies(true)} and ${dansLAnnee(sql`series.${sql.ref(borne)}`, demande)}
      ${ducontact(ids)}
      and not exists (
        select
        from series_du_moment as autres
        where autres.contact_id = series.contact_id and autres.connue_le is not null and ${autre}
      )
  )`

const changes = (demande: Demande, sens: RawBuilder<unknown>, ids?: string[]): Condition => sql`
  faits.contact_id in (
    select contact_id
    from series_du_moment as series
    cross join generate_subscripts(montants, 1) as rang
    where ${suivies(true)}
      ${ducontact(ids)}
      and montants[rang] ${sens} montants[rang - 1]
      and ${dansLAnnee(sql`jours[rang]`, demande)}
  )`

const SERIE = 'au moins quatre dons d’un même montant, tous les mois, trimestres ou ans'
const en = ({ annee, du_mois: mois }: Demande) =>
  mois === undefined ? `en ${annee}` : `en ${(MONTH_NAMES[mois - 1] ?? '').toLowerCase()} ${annee}`

const SUR_LA_CARRIERE = { faits: 'carrieres_du_moment', montants: () => CUMUL } as const

export const REGULIERS = {
  reguliers_actifs: {
    ...SUR_LA_CARRIERE,
    titre: (demande) =>
      `Donateurs réguliers actifs au ${formatDay(jourVu(demande))}${demande.rythme ? `, rythme ${demande.rythme}` : ''}`,
    definition: (demande) =>
      `Avaient au ${formatDay(jourVu(demande))} une série active${demande.rythme ? ` au rythme ${demande.rythme}` : ''}\u00A0: ${SERIE}, le dernier depuis moins de 1,6 période.`,
    condition: (demande, ids) => actives(demande, true, ids),
  },
  reguliers_possibles: {
    ...SUR_LA_CARRIERE,
    titre: (demande) => `Séries possibles au ${formatDay(jourVu(demande))}`,
    definition: (demande) =>
      `Avaient au ${formatDay(jourVu(demande))} trois dons d’un même montant qui se suivent à un même rythme, le dernier depuis moins de 1,6 période\u00A0: un quatrième en fera une série.`,
    condition: (demande, ids) => actives(demande, false, ids),
  },
  reguliers_demarres: {
    ...SUR_LA_CARRIERE,
    titre: (demande) => `Donateurs réguliers démarrés ${en(demande)}`,
    definition: (demande) =>
      `Le premier don d’une série est tombé ${en(demande)}, quand aucune autre n’était active\u00A0: ${SERIE}.`,
    condition: (demande, ids) =>
      bascules(
        demande,
        'premier',
        sql`autres.premier < series.premier and autres.arret >= series.premier`,
        ids,
      ),
  },
  reguliers_arretes: {
    ...SUR_LA_CARRIERE,
    titre: (demande) => `Donateurs réguliers arrêtés ${en(demande)}`,
    definition: (demande) =>
      `Leur dernière série active s’est arrêtée ${en(demande)}, 1,6 période après son dernier don.`,
    condition: (demande, ids) =>
      bascules(
        demande,
        'arret',
        sql`autres.premier <= series.arret and autres.arret > series.arret`,
        ids,
      ),
  },
  reguliers_augmentes: {
    ...SUR_LA_CARRIERE,
    titre: (demande) => `Donateurs réguliers en hausse ${en(demande)}`,
    definition: (demande) =>
      `Le montant d’une de leurs séries a augmenté ${en(demande)}, pour deux dons au moins.`,
    condition: (demande, ids) => changes(demande, sql`>`, ids),
  },
  reguliers_diminues: {
    ...SUR_LA_CARRIERE,
    titre: (demande) => `Donateurs réguliers en baisse ${en(demande)}`,
    definition: (demande) =>
      `Le montant d’une de leurs séries a diminué ${en(demande)}, pour deux dons au moins.`,
    condition: (demande, ids) => changes(demande, sql`<`, ids),
  },
} satisfies Record<string, Ensemble>
