import { type RawBuilder, sql } from 'kysely'
import { CARTE } from '#contract/identite'
import type { LectureFichier } from '#contract/lecture'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { depotOf } from '../staging/depot'
import { refs } from '../writing/comparison'
import { JOUR_DES_CONTACTS } from '../writing/dites'
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

const mots = (texte: RawBuilder<unknown>) => sql`string_to_array(cle_nom(${texte}), ' ')`

/** Words are compared only where one of both cards has a first name, and the other one name alone: it takes a while. */
function seul(alone: string, whole: string) {
  const of = (table: string, column: string) => sql.ref(`${table}.${column}`)
  const [ecrits, prenoms, ranges] = [
    mots(of(alone, 'lastname')),
    mots(of(whole, 'firstname')),
    mots(sql`concat_ws(' ', ${of(whole, 'firstname')}, ${of(whole, 'lastname')})`),
  ]
  const is = sql`${of(alone, 'firstname')} is null and ${of(alone, 'lastname')} is not null
    and ${of(alone, 'is_company')} is not true and ${of(whole, 'firstname')} is not null`
  /** That name is the other's first and last name in one cell. */
  const estLeMeme = sql`${ecrits} @> ${ranges} and ${ecrits} <@ ${ranges}`
  return {
    estLeMeme: sql`(case when ${is} then ${estLeMeme} else false end)`,
    /** It is another last name, with that first name. */
    aLePrenom: sql`(case when ${is} then not (${estLeMeme})
      and ${ecrits} @> ${prenoms} and cardinality(${ecrits}) > cardinality(${prenoms}) and cardinality(${prenoms}) > 0
      else false end)`,
  }
}
const DU_FICHIER = seul('f', 't')
const DE_LA_FICHE = seul('t', 'f')

/** The file says this cell, and nothing as late is stored. */
const estDite = (column: string) =>
  sql`(${sql.ref(`f.${column}`)} is not null and (${sql.ref(`t.${column}`)} is null or ${estRecente(column)}))`

/** What is stored of it was not said on a later day. */
const estRecente = (column: string) =>
  sql`coalesce(${sql.ref(`f.dit_${column}`)} >= coalesce(${sql.ref(`d.${column}`)}, contacts.jour), true)`

/** A cell of the card: what was said last, whichever file came first; a first name stands in it once. */
function nouvelle(column: string): RawBuilder<unknown> {
  if (column === 'is_company') return sql`(f.is_company or coalesce(t.is_company, false))`
  const last = sql`case when ${estDite(column)} then ${sql.ref(`f.${column}`)} else ${sql.ref(`t.${column}`)} end`
  if (column === 'firstname')
    return sql`case
      when ${DU_FICHIER.aLePrenom} and ${estRecente('lastname')} then null
      when ${DE_LA_FICHE.aLePrenom} and not ${estRecente('lastname')} then null
      else ${last} end`
  if (column === 'lastname')
    return sql`case
      when ${DU_FICHIER.estLeMeme} then t.lastname
      when ${DE_LA_FICHE.estLeMeme} then f.lastname
      else ${last} end`
  return last
}

const latest = (column: string, filled: RawBuilder<unknown>) =>
  sql`(array_agg(${sql.ref(column)} order by jour desc, ${sql.ref(column)} collate "C") filter (where ${filled}))[1]`

/**
 * Fills the depot of the cards: of each donor of a gift what the latest row says, cell by cell, names together. A cell
 * that no row fills is that of the stored card: nothing is ever erased; nor does a row change a filled cell that was said
 * on a later day. `anonymes`: whether rows that count have no donor.
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
  const dits = (column: string) => sql`max(jour) filter (where ${sql.ref(column)} is not null)`
  const others = AUTRES.flatMap((column) => [
    sql`${latest(column, sql`${sql.ref(column)} is not null`)} as ${sql.ref(column)}`,
    sql`${dits(column)} as ${sql.ref(`dit_${column}`)}`,
  ])
  const names = NOM.flatMap((column, at) => [
    sql`nom[1][${sql.lit(at + 1)}] as ${sql.ref(column)}`,
    sql`nomme as ${sql.ref(`dit_${column}`)}`,
  ])
  const own = AUTRES.flatMap((column) => [sql.ref(column), sql.ref(`dit_${column}`)])
  const anonyme = anonymes
    ? sql`
      union all
      select ${`${lecture.prefixe}-${ANONYME}`}, null, null, null, null, 'Donateur anonyme', null, false,
        ${sql.join(own.map(() => sql`null`))}
      where exists (select from ${lignesDesDons(addition)} where personne is null)`
    : sql``
  const fiches = sql`
    select contact, ${sql.join(names)}, coalesce(nom[1][4]::boolean, false) as is_company, ${sql.join(own)}
    from (
      select contact, ${named} as nom, ${dits('lastname')} as nomme, ${sql.join(others)}
      from variantes
      group by contact having bool_or(retenue)
    ) as derniers
    ${anonyme}`
  const cellules = [...CARTE, 'is_company'].map(
    (column) => sql`${nouvelle(column)} as ${sql.ref(column)}`,
  )
  const jours = CARTE.map(
    (column) =>
      sql`case when ${estDite(column)} then ${sql.ref(`f.dit_${column}`)} else ${sql.ref(`d.${column}`)} end
        as ${sql.ref(`dit_${column}`)}`,
  )
  await sql`
    create unlogged table ${table('cartes')} as
    with variantes as materialized (${variantes})
    select f.contact as contact_id, ${sql.join([...cellules, ...jours])}
    from (${fiches}) as f
    cross join (select ${JOUR_DES_CONTACTS} as jour) as contacts
    left join donateurs as t on t.contact_id = f.contact
    left join fiches_dites as d on d.contact_id = t.contact_id
  `.execute(tx)
  await sql`
    insert into ${lignes} (${refs(columns)}) select ${refs(columns)} from ${table('cartes')}`.execute(
    tx,
  )
  await sql`analyze ${lignes}`.execute(tx)
  return onlyRow(
    await sql<{ nombre: number }>`select count(*) as nombre from ${lignes}`.execute(tx),
  ).nombre
}

/** When the cells of the cards that `rangerFiches` made were said. */
export const ditesDe = ({ table }: Addition): RawBuilder<unknown> => sql`
  select contact_id, ${sql.join(CARTE.map((column) => sql`${sql.ref(`dit_${column}`)} as ${sql.ref(column)}`))}
  from ${table('cartes')}`
