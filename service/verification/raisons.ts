import { type RawBuilder, sql } from 'kysely'
import type { VerificationFiltres } from '#contract/verification'
import { REGLES } from './regles'
import { SEUILS } from './seuils'

export const WAVES = REGLES.filter(({ vague }) => vague).map(({ code }) => code)

/** Which family each rule is of. */
const FAMILLES = sql`(
  values ${sql.join(REGLES.map(({ code, famille }) => sql`(${sql.lit(code)}, ${sql.lit(famille)})`))}
) as familles (regle, famille)`

/** What a reason is of: of two that say it of the same cell or gift the higher one counts. */
const OBJET = sql`case
  when regle = 'T1' then faits ->> 'champ'
  when regle = 'T2' then 'email'
  when famille = 'identite' then 'nom'
  when faits ? 'don' then faits ->> 'don'
  when regle in ('B3', 'B4', 'A2') then 'un don'
  else regle
end`

/** What the donors of a wave share, beside day and amount: what follows these in its name. */
export const CLE_VAGUE = sql`coalesce(faits ->> 'media', faits ->> 'genre', '')`

/** Whether a row of `signalements` is of a wave that somebody said to be honest. */
export const DE_VAGUE_LEGITIME = sql`exists (
  select
  from vagues_legitimes as vagues
  where vagues.regle = signalements.regle and signalements.regle in ('B3', 'B4')
    and jour = (faits ->> 'le')::date and vagues.montant = (faits ->> 'montant')::numeric and vagues.cle = ${CLE_VAGUE}
)`

/** What is left of a rule's points where so many of the donors bear it. */
export const RARETE = sql`case
  when porteurs <= ${SEUILS.rarete.peu} then 1
  else least(1, greatest(0, (${SEUILS.rarete.muette}::numeric - porteurs::numeric / greatest(donateurs, 1))
    / ${SEUILS.rarete.muette - SEUILS.rarete.rare}::numeric))
end`

/** The decisions « légitime », on each contact and on who counts as it: what follows a `from`. */
const LEGITIMES = sql`(
  select contact_id as personne, connues, decide_le from decisions_legitimes where nature = 'LEGITIME'
  union all
  select contact_principal, connues, decide_le
  from groupes_contacts
  join decisions_legitimes on decisions_legitimes.contact_id = groupes_contacts.contact_id
  where nature = 'LEGITIME'
) as decisions`

/** Those on a contact: what follows a `from`. */
export const legitimesDe = (contact: RawBuilder<unknown>) =>
  sql`${LEGITIMES} where personne = ${contact} collate "default"`

/** Whether a decision already covered a row of `signalements`. */
const CONNUE = sql`exists (
  select
  from ${LEGITIMES}
  where personne = signalements.contact_id
    and exists (
      select
      from unnest(array_append(signalements.sous, signalements.cle)) as une
      where connues @> jsonb_build_array(jsonb_build_object('regle', signalements.regle, 'cle', une))
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

/** What no history speaks against: an address that cannot be anybody's, and a donor who was excluded before. */
const SUR = sql`(regle = 'V1' or regle = 'T2' and faits ->> 'genre' = 'réservé')`

const HISTOIRE = sql.join(
  [
    sql`case`,
    ...SEUILS.histoires.map(
      ({ annees, dons, points }) =>
        sql`when annees >= ${annees} and nombre >= ${dons} then ${points}`,
    ),
    sql`else 0 end`,
  ],
  sql` `,
)

/**
 * The points of contacts with reasons: a rule counts once however many it has, as much as somebody said that it weighs and
 * as few of the donors bear it, one fact once; less what the donor's history takes off. `suffit`: one rule is enough by
 * itself, or rules of two families agree, and not a wave alone. `of` filters `signalements`; `poids` are the rules that weigh less.
 */
export const comptesPar = (
  of: RawBuilder<unknown>,
  poids: RawBuilder<unknown> = sql`poids_en_vigueur`,
): RawBuilder<unknown> => sql`(
  with connus as materialized (
    select contact_id, regle, famille, faits,
      floor(ceil(points * coalesce(poids, 100) / 100.0) * coalesce(rarete, 1))::integer as points
    from signalements
    join ${FAMILLES} using (regle)
    left join ${poids} as poids using (regle)
    left join (select regle, points, ${RARETE} as rarete from regles_etat) as raretes using (regle, points)
    where ${of} and not ${DE_VAGUE_LEGITIME}
  ),
  siens as materialized (
    select
      contact_id,
      max(cumul) as montant,
      max(cumul_nombre) as nombre,
      min(premier_don) as premier_don,
      max(dernier_jour) as dernier_don,
      count(*) as annees
    from donateurs_annees
    where contact_id = any (array(select contact_id from connus))
    group by contact_id
  )
  select
    contact_id,
    (
      coalesce(sum(points) filter (where compte and sur), 0)
        + greatest(0, coalesce(sum(points) filter (where compte and not sur), 0) - histoire)
    )::integer as points,
    array_agg(regle) as regles,
    montant,
    nombre as donations,
    premier_don,
    dernier_don,
    case when bool_or(not sur) then histoire else 0 end as histoire,
    coalesce(bool_or(points > 0 and regle <> all(${WAVES}::text[])), false) and (
      bool_or(points >= ${SEUILS.points} and regle <> all(${WAVES}::text[]))
      or count(distinct famille) filter (where compte and points > 0) > 1
    ) as suffit
  from (
    select *, 1 = row_number() over (partition by contact_id, objet order by points desc, sur desc, regle) as compte
    from (
      select distinct on (contact_id, regle) contact_id, regle, famille, points, ${OBJET} as objet, ${SUR} as sur
      from connus
      order by contact_id, regle, points desc, objet
    ) as raisons
  ) as parts
  join (select *, ${HISTOIRE} as histoire from siens) as histoires using (contact_id)
  group by contact_id, montant, nombre, premier_don, dernier_don, histoire
)`

/** Contacts with enough points, one row each. The unfiltered result is stored in `donateurs_signales`. */
export const signalesPar = (
  of: RawBuilder<unknown> = sql`true`,
  poids?: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  select contact_id, points, regles, montant, donations, premier_don, dernier_don, histoire
  from ${comptesPar(of, poids)} as comptes
  where points >= ${SEUILS.points} and suffit
)`

/** Whether a contact of `trouves` stands for several givers. */
const COLLECTIF = sql`exists (
  select 1 from contacts_collectifs
  where contacts_collectifs.contact_id = trouves.contact_id
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
      where contacts_exclus.contact_id = trouves.contact_id
    ) as exclu,
    ${COLLECTIF} or exists (select from ${legitimesDe(sql`trouves.contact_id`)}) and not exists (
      select 1 from signalements where signalements.contact_id = trouves.contact_id and ${of} and not ${CONNUE}
    ) as legitime,
    ${COLLECTIF} as collectif
  from ${contacts} as trouves
)`

/** Conditions by outcome: to review means undecided, or a new reason since. */
export const ETATS: Record<VerificationFiltres['etat'], RawBuilder<unknown>> = {
  a_verifier: sql`not exclu and not legitime`,
  exclus: sql`exclu`,
  legitimes: sql`legitime and not exclu and not collectif`,
  collectifs: sql`collectif and not exclu`,
  tous: sql`true`,
}
