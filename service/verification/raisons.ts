import { type RawBuilder, sql } from 'kysely'
import type { CodeRegle, VerificationFiltres } from '#contract/verification'
import { formatCount } from '#figures/format'
import { REGLES } from './regles'
import type { Carte, Faits } from './regles/regle'
import { SEUILS } from './seuils'

/** A reason as stored, for a donor or with a decision. */
export interface Raison {
  regle: CodeRegle
  cle: string
  points: number
  faits: Faits
}

/** So many reasons of a rule are worded; the others are counted. */
const PAR_REGLE = 3

const weight = (raisons: readonly Raison[]) => Math.max(...raisons.map(({ points }) => points))
const dayOf = ({ faits }: Raison) => String(faits['le'] ?? '')

/**
 * Words reasons, the heaviest rule first, its latest days first. They quote the current card; without one, as with a
 * decision about an earlier card, they quote nothing.
 */
export function sentences(raisons: readonly Raison[], carte: Carte | null): string[] {
  return REGLES.map((regle) => ({
    regle,
    siennes: raisons.filter(({ regle: code }) => code === regle.code),
  }))
    .filter(({ siennes }) => siennes.length > 0)
    .toSorted((one, other) => weight(other.siennes) - weight(one.siennes))
    .flatMap(({ regle: { phrase, autres }, siennes }) => {
      const ordered = siennes.toSorted(
        (one, other) => other.points - one.points || dayOf(other).localeCompare(dayOf(one)),
      )
      const said = new Set(
        ordered.slice(0, autres ? PAR_REGLE : undefined).map(({ faits }) => phrase(faits, carte)),
      )
      const left = ordered.length - PAR_REGLE
      return autres && left > 0 ? [...said, others(left, autres)] : [...said]
    })
}

/** `Et 214 autres jours.` */
const others = (count: number, [one, many]: readonly [string, string]) =>
  `Et ${count === 1 ? one : `${formatCount(count)} ${many}`}.`

const NEVER_ALONE = REGLES.filter(({ jamaisSeule }) => jamaisSeule).map(({ code }) => code)

/** Whether a decision already covered a row of `signalements`. */
const CONNUE = sql`exists (
  select 1 from decisions_legitimes as decisions
  where decisions.contact_id = signalements.contact_id collate "default"
    and decisions.nature = 'LEGITIME'
    and decisions.connues @> jsonb_build_array(
      jsonb_build_object('regle', signalements.regle, 'cle', signalements.cle)
    )
)`

/** Fingerprint of a contact's reasons: a decision names those it was based on. */
export const RAISONS_VUES = sql`
  coalesce(
    md5(
      string_agg(
        jsonb_build_array(signalements.regle, signalements.cle)::text, ','
        order by signalements.regle collate "C", signalements.cle collate "C"
      )
    ),
    ''
  )`

/** The reasons in rows of `signalements`, as input of `sentences`. */
export const RAISONS = sql`
  coalesce(
    jsonb_agg(
      jsonb_build_object(
        'regle', signalements.regle, 'cle', signalements.cle,
        'points', signalements.points, 'faits', signalements.faits
      )
    ),
    '[]'
  )`

/**
 * Contacts with enough points, one row each: a rule counts once however many reasons it has; some rules never count
 * alone. `of` filters `signalements`. The unfiltered result is stored in `donateurs_signales`.
 */
export const signalesPar = (of: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with carrieres as materialized (
    select contact_id, montant, nombre, premier_jour, dernier_jour
    from donateurs_carrieres
    where contact_id = any (array(select contact_id from signalements where ${of}))
  )
  select
    contact_id,
    sum(points)::integer as points,
    array_agg(regle) as regles,
    carrieres.montant,
    carrieres.nombre as donations,
    carrieres.premier_jour as premier_don,
    carrieres.dernier_jour as dernier_don
  from (
    select contact_id, regle, max(points) as points
    from signalements
    where ${of}
    group by contact_id, regle
  ) as parts
  join carrieres using (contact_id)
  group by contact_id, carrieres.montant, carrieres.nombre, carrieres.premier_jour, carrieres.dernier_jour
  having sum(points) >= ${SEUILS.points} and bool_or(regle <> all(${NEVER_ALONE}::text[]))
)`

/** Whether a contact of `trouves` stands for several givers. */
const COLLECTIF = sql`exists (
  select 1 from contacts_collectifs
  where contacts_collectifs.contact_id = trouves.contact_id collate "default"
)`

/**
 * Contacts with enough points and their outcome: excluded, or judged genuine with no new reason since, or collective
 * whatever the reasons (`legitime`);
 * neither is listed any more. `of` is the filter that `contacts` was computed with.
 */
export const signales = (
  contacts: RawBuilder<unknown> = sql`donateurs_signales`,
  of: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`(
  select
    trouves.*,
    exists (
      select 1 from contacts_exclus
      where contacts_exclus.contact_id = trouves.contact_id collate "default"
    ) as exclu,
    ${COLLECTIF} or exists (
      select 1 from decisions_legitimes
      where decisions_legitimes.contact_id = trouves.contact_id collate "default" and nature = 'LEGITIME'
    ) and not exists (
      select 1 from signalements where signalements.contact_id = trouves.contact_id and ${of} and not ${CONNUE}
    ) as legitime,
    ${COLLECTIF} as collectif
  from ${contacts} as trouves
)`

/** Conditions by outcome: to review means undecided, or a new reason since. */
export const ETATS: Record<VerificationFiltres['etat'], RawBuilder<unknown>> = {
  a_verifier: sql`not exclu and not legitime`,
  exclus: sql`exclu`,
  legitimes: sql`legitime and not exclu`,
  tous: sql`true`,
}
