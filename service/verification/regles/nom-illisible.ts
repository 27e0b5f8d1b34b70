import { type RawBuilder, sql } from 'kysely'
import { citer } from '#figures/format'
import type { Db } from '../../platform/database/connect'
import { NOMS_COURANTS } from './noms-courants'
import { estRegulier } from './papier'
import type { Regle } from './regle'

/** The likelihood of three letters that no name has: less than one of the some 9 000 groups of the shipped names. */
const JAMAIS_VUE = 0.000045
/** Names of so many letters are judged, and unreadable where a group of theirs is on average no likelier than this. */
const LETTRES = 4
const RARE = 0.0001

/** Letters alone, folded. */
const plier = (nom: RawBuilder<unknown>) =>
  sql`btrim(regexp_replace(plier_texte(left(${nom}, 100)), '[^a-z]+', ' ', 'g'))`

const PERSONNES = sql`not coalesce(is_company, false)`

/** The groups of three letters of a word, its end among them: `trigrammes`, for the many words of a query. */
const SUITES = sql`lateral (
  select distinct substr('  ' || mot || ' ', place, 3) as suite from generate_series(2, length(mot) + 1) as place
) as suites`

/**
 * Learns how letters follow each other in names: in those shipped, and in the base's own with two bearers. A group is as
 * likely as in the one that has it more often, so that a large base of one language does not make others rare.
 */
const learn = (tx: Db) =>
  sql`
  with oublies as (
    delete from suites_noms
  ),
  noms as materialized (
    select distinct livre, ${plier(sql`brut`)} as nom
    from (
      select false as livre, firstname as brut from donateurs where ${PERSONNES} group by firstname having count(*) > 1
      union all
      select false, lastname from donateurs where ${PERSONNES} group by lastname having count(*) > 1
      union all
      select true, unnest(${NOMS_COURANTS}::text[])
    ) as bruts
  ),
  suites as (
    select livre, suite, count(*) as fois
    from noms
    cross join unnest(string_to_array(nom, ' ')) as mot
    cross join ${SUITES}
    group by livre, suite
  )
  insert into suites_noms (suite, frequence)
  select suite, max(frequence)
  from (
    select suite, fois::numeric / sum(fois) over (partition by livre) as frequence from suites
  ) as frequences
  group by suite
  having max(frequence) > ${JAMAIS_VUE}
  on conflict (suite) do update set frequence = excluded.frequence`.execute(tx)

/** The names of all persons as written, and two e-mail addresses of who bears each. */
const NOMS = sql`
  select champ, brut, ${plier(sql`brut`)} as nom, un, autre, fois, avec
  from (
    select 'prénom' as champ, firstname as brut, min(lower(email)) as un, max(lower(email)) as autre, count(*) as fois, count(nullif(email, '')) as avec
    from donateurs
    where ${PERSONNES} and firstname <> ''
    group by firstname
    union all
    select 'nom', lastname, min(lower(email)), max(lower(email)), count(*), count(nullif(email, ''))
    from donateurs
    where ${PERSONNES} and lastname <> ''
    group by lastname
  ) as bruts`

/** T3: letters follow each other in a name as in no usual one, nor in one that two contacts of the base bear. */
export const nomIllisible: Regle = {
  code: 'T3',
  libelle: 'Nom illisible',
  famille: 'identite',
  personnelle: true,
  points: '30 ou 60',
  trouver: async (tx, { cle }) => {
    await learn(tx)
    return sql`
      with noms as materialized (${NOMS}),
      inconnus as materialized (
        select champ, nom
        from noms
        group by champ, nom
        having (min(nullif(un, '')) <> max(autre)) is not true and (sum(fois) = 1 or sum(avec) > 0) and length(replace(nom, ' ', '')) >= ${LETTRES}
      ),
      rares as materialized (
        select nom
        from (select distinct nom from inconnus) as uns
        cross join unnest(string_to_array(nom, ' ')) as mot
        cross join ${SUITES}
        left join suites_noms using (suite)
        group by nom
        having avg(ln(coalesce(frequence, ${JAMAIS_VUE}::double precision))) <= ln(${RARE}::double precision)
      ),
      illisibles as materialized (
        select champ, brut
        from noms
        join inconnus using (champ, nom)
        join rares using (nom)
      ),
      porteurs as materialized (
        select
          contact_id,
          ${cle(sql`md5(concat_ws(' ', plier_texte(left(firstname, 100)), plier_texte(left(lastname, 100))))`)} as cle,
          array_remove(array[prenoms.champ, noms.champ], null) as champs
        from donateurs
        left join illisibles as prenoms on prenoms.champ = 'prénom' and prenoms.brut = firstname
        left join illisibles as noms on noms.champ = 'nom' and noms.brut = lastname
        where ${PERSONNES} and (prenoms.champ is not null or noms.champ is not null)
      )
      select
        contact_id,
        cle,
        30 * cardinality(champs) as points,
        jsonb_build_object('champ', array_to_string(champs, ' et ')) as faits
      from porteurs
      where not ${estRegulier(sql`porteurs.contact_id`)}`
  },
  phrase: ({ champ }, carte) => {
    const read = (name: string) =>
      (name === 'nom' ? carte?.lastname : carte?.firstname)?.slice(0, 100)
    const said = String(champ ?? 'nom')
      .split(' et ')
      .map((name) => [`son ${name}`, read(name)] as const)
      .map(([name, text]) => (text ? `${name} ${citer(text)}` : name))
      .join(' et ')
    return `Dans ${said}, les lettres se suivent comme dans aucun nom courant.`
  },
}
