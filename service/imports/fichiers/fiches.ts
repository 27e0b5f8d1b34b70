import { type RawBuilder, sql } from 'kysely'
import { CARTE } from '#contract/identite'
import type { LectureFichier } from '#contract/lecture'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { depotOf } from '../staging/depot'
import { lignesDesDons } from './dons'
import { ENTRE_CLES } from './identifier'
import { ANONYME } from './identites'
import { AUTRES, NOM, type Addition } from './vocabulaire'

/** The columns of a card that a reading fills. */
export function colonnesDesFiches({ colonnes, nom_complet }: LectureFichier): string[] {
  const isNamed = nom_complet !== undefined || colonnes.company !== undefined
  const isFilled = (column: string) =>
    Object.hasOwn(colonnes, column) || (isNamed && NOM.some((name) => name === column))
  const own = CARTE.filter(isFilled)
  // Whoever has no identity has a name all the same.
  if (!own.includes('lastname')) own.push('lastname')
  return ['contact_id', ...own, ...(colonnes.company === undefined ? [] : ['is_company'])]
}

/** The stored card `t` has a first name, and `f` one name alone: only then are words compared, which takes a while. */
const IS_ALONE = sql`f.firstname is null and not f.is_company and t.firstname is not null`
const mots = (texte: RawBuilder<unknown>) => sql`string_to_array(cle_nom(${texte}), ' ')`
const ECRITS = mots(sql`f.lastname`)
const PRENOMS = mots(sql`t.firstname`)
const RANGES = mots(sql`concat_ws(' ', t.firstname, t.lastname)`)
/** That name is the card's first and last name in one cell. */
const EST_LE_MEME = sql`${ECRITS} @> ${RANGES} and ${ECRITS} <@ ${RANGES}`
/** It is another last name, with that first name. */
const A_LE_PRENOM = sql`
  ${ECRITS} @> ${PRENOMS} and cardinality(${ECRITS}) > cardinality(${PRENOMS}) and cardinality(${PRENOMS}) > 0`

const EST_DU_NOM = (column: string) =>
  column === 'is_company' || NOM.some((name) => name === column)

/** A column of the card: what the file says, else what is stored; a first name stands in it once. */
function nouvelle(column: string): RawBuilder<unknown> {
  const rest = sql`coalesce(f.${sql.ref(column)}, t.${sql.ref(column)})`
  if (column === 'is_company')
    return sql`case when f.is_company then true else coalesce(t.is_company, false) end`
  if (column === 'firstname')
    return sql`case when ${IS_ALONE} then
      case when ${EST_LE_MEME} then t.firstname when ${A_LE_PRENOM} then null else t.firstname end
    else ${rest} end`
  if (column === 'lastname')
    return sql`case when ${IS_ALONE} then
      case when ${EST_LE_MEME} then t.lastname else ${rest} end
    else ${rest} end`
  return rest
}

/** The same, where the file is not older than what is stored of its donor; else it fills what is empty, a name as a whole. */
const remplie = (column: string): RawBuilder<unknown> => sql`
  case
    when f.jour < dites.jour and ${EST_DU_NOM(column) ? sql`t.lastname` : sql`t.${sql.ref(column)}`} is not null
    then t.${sql.ref(column)}
    else ${nouvelle(column)}
  end`

const latest = (column: string, filled: RawBuilder<unknown>) =>
  sql`(array_agg(${sql.ref(column)} order by jour desc, ${sql.ref(column)} collate "C") filter (where ${filled}))[1]`

/**
 * Fills the depot of the cards: of each donor of a gift what the latest row says, cell by cell, names together. A cell
 * that no row fills is that of the stored card: nothing is ever erased. Rows that are all older than the donor's last
 * stored gift change no filled cell. `anonymes`: whether rows that count have no donor.
 */
export async function rangerFiches(
  tx: Db,
  addition: Addition,
  { fichesId, anonymes }: { fichesId: string; anonymes: boolean },
): Promise<number> {
  const { personnes, contacts, table, lecture } = addition
  const { lignes } = depotOf(fichesId)
  const columns = colonnesDesFiches(lecture)
  const part = (at: number) =>
    sql`split_part(ecrites.carte, ${sql.lit(ENTRE_CLES)}, ${sql.lit(at + 1)})`
  const parts = CARTE.map((column, at) => sql`nullif(${part(at)}, '') as ${sql.ref(column)}`)
  const variantes = sql`
    select contact, jour, lignes > coalesce(additionnees, 0) as retenue,
      ${sql.join(parts)}, ${part(CARTE.length)} = 't' as is_company
    from ${personnes} as ecrites
    join ${table('gens')} using (personne)
    join ${contacts} using (personne)
    left join (
      select personne, count(*) as additionnees from ${table('repetees')} where not retenue group by personne
    ) as repetees using (personne)`
  const named = sql`(array_agg(
    array[civility, firstname, lastname, is_company::text]
    order by jour desc, lastname collate "C", firstname collate "C", civility collate "C", is_company
  ) filter (where lastname is not null))`
  const others = AUTRES.map(
    (column) => sql`${latest(column, sql`${sql.ref(column)} is not null`)} as ${sql.ref(column)}`,
  )
  const nameOf = (place: number, column: string) =>
    sql`nom[1][${sql.lit(place)}] as ${sql.ref(column)}`
  const anonyme = anonymes
    ? sql`
      union all
      select ${`${lecture.prefixe}-${ANONYME}`}, null, null, 'Donateur anonyme', false, null, ${sql.join(AUTRES.map(() => sql`null`))}
      where exists (select from ${lignesDesDons(addition)} where personne is null)`
    : sql``
  const fiches = sql`
    select contact, ${sql.join(NOM.map((column, at) => nameOf(at + 1, column)))},
      coalesce(nom[1][4]::boolean, false) as is_company, jour, ${sql.join(AUTRES.map((column) => sql.ref(column)))}
    from (
      select contact, ${named} as nom, max(jour) as jour, ${sql.join(others)}
      from variantes
      group by contact having bool_or(retenue)
    ) as derniers
    ${anonyme}`
  await sql`
    with variantes as materialized (${variantes})
    insert into ${lignes} (${sql.join(columns.map((column) => sql.ref(column)))})
    select f.contact, ${sql.join(columns.slice(1).map(remplie))}
    from (${fiches}) as f
    left join donateurs as t on t.contact_id = f.contact
    left join (
      select contact_id, max(order_date) as jour
      from donations where contact_id in (select contact from ${contacts}) group by contact_id
    ) as dites on dites.contact_id = t.contact_id
  `.execute(tx)
  await sql`analyze ${lignes}`.execute(tx)
  return onlyRow(
    await sql<{ nombre: number }>`select count(*) as nombre from ${lignes}`.execute(tx),
  ).nombre
}
