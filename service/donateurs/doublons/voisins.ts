import { type RawBuilder, sql } from 'kysely'
import type { CodeDoublon } from '#contract/doublons'
import type { Db } from '../../platform/database/connect'
import diminutifs from './diminutifs.json'
import { egales, partager, type Question } from './egales'

/** A telephone that one carries along; the fixed one is a house's. */
export const EST_MOBILE = sql`left(telephone, 2) in ('06', '07')`

/** So many cards with one mailbox or telephone are a household's or an office's, and more are nobody's. */
const VOISINS_AU_PLUS = 20

/** First names that so many bear are names, and no slips of one another. */
const PRENOMS_CONNUS = sql`(select prenom from prenoms where nombre >= 3)`

/**
 * Makes the first names (`prenoms`), the cards that share a mailbox (`boites`), a telephone (`lignes`), a name, an initial
 * and a zip (`foyers`) or a first name and a birth date (`nes`), the pairs of those who share one of the first two, which several rules ask about, and the short forms.
 */
export async function trouverVoisins(tx: Db): Promise<void> {
  await sql`
    create temporary table prenoms on commit drop as
    select prenom, count(*) as nombre, count(*) filter (where sexe = 'F') as femmes, count(*) filter (where sexe = 'M') as hommes
    from fiches_pliees
    where prenom <> ''
    group by prenom`.execute(tx)
  await sql`analyze prenoms`.execute(tx)
  await partager(tx, 'boites', ['email'], sql`email <> ''`)
  await partager(tx, 'lignes', ['telephone'], sql`telephone <> ''`)
  await partager(tx, 'foyers', ['nom', 'zip', 'initiale'], sql`prenom <> '' and zip <> ''`)
  await partager(tx, 'nes', ['naissance', 'prenom'], sql`naissance <> '' and prenom <> ''`)
  const voisins = (par: 'email' | 'telephone', proche: RawBuilder<unknown>) =>
    egales({
      cle: [par],
      fiches: sql.ref(par === 'email' ? 'boites' : 'lignes'),
      qui: sql`${sql.ref(par)} <> ''`,
      auPlus: VOISINS_AU_PLUS,
      chacune: VOISINS_AU_PLUS,
      selon: [],
      si: sql`not (a.societe and b.societe)`,
      dit: sql`
        ${sql.lit(par)} as par, a.contact_id, b.contact_id as autre_id, a.nom as a_nom, b.nom as b_nom, a.noms as a_noms,
        b.noms as b_noms, a.prenom as a_prenom, b.prenom as b_prenom, a.mots as a_mots, b.mots as b_mots,
        ${proche} as proche, a.naissance = b.naissance and a.naissance <> '' as nes_ensemble,
        a.sexe <> b.sexe and '' not in (a.sexe, b.sexe) as sexes, ${sql.ref(par)} as valeur`,
    })
  await sql`
    create temporary table voisins on commit drop as
    select * from ${voisins('email', sql`true`)} as de_la_boite
    union all
    select * from ${voisins('telephone', EST_MOBILE)} as de_la_ligne`.execute(tx)
  await sql`analyze voisins`.execute(tx)
  const formes = Object.entries(diminutifs).flatMap(([prenom, shorts]) =>
    [prenom, ...shorts].map((forme) => [prenom, forme.replaceAll(' ', '')]),
  )
  await sql`
    create temporary table diminutifs on commit drop as
    with formes as materialized (
      select une ->> 0 as prenom, une ->> 1 as forme
      from jsonb_array_elements(${JSON.stringify(formes)}::jsonb) as une
    )
    select distinct une.forme collate "C" as un, autre.forme collate "C" as autre
    from formes as une
    join formes as autre using (prenom)
    where une.forme <> autre.forme`.execute(tx)
}

/** A rule that asks of the pairs that share a mailbox or a telephone. */
const entreVoisins = (code: CodeDoublon, si: RawBuilder<unknown>): Question => ({
  code,
  paires: sql`
    select ${sql.lit(code)} as regle, contact_id, autre_id, a_prenom = b_prenom as exacte, valeur
    from voisins
    where ${si}`,
})

const refs = (a: string, b: string) => [sql.ref(a), sql.ref(b)] as const

/** A slip of the hand: nothing but a letter is another, in a name that is long enough to be told by the others. */
function coquille(...names: [string, string]): RawBuilder<unknown> {
  const [a, b] = refs(...names)
  return sql`(${a} <> ${b} and least(length(${a}), length(${b})) >= 4 and a_une_lettre(${a}, ${b}))`
}

/** One of two names is the other, among further words. */
function contient(...names: [string, string]): RawBuilder<unknown> {
  const [a, b] = refs(...names)
  const has = (long: typeof a, short: typeof a) =>
    sql`strpos(' ' || ${long} || ' ', ' ' || ${short} || ' ') > 0`
  return sql`(${a} <> ${b} and (${has(a, b)} or ${has(b, a)}))`
}

const D9 = entreVoisins(
  'D9',
  sql`proche and not sexes and a_prenom <> '' and b_prenom <> '' and (
    a_prenom = b_prenom and ${coquille('a_nom', 'b_nom')}
    or a_nom = b_nom and ${coquille('a_prenom', 'b_prenom')}
      and not (a_prenom in ${PRENOMS_CONNUS} and b_prenom in ${PRENOMS_CONNUS})
  )`,
)

const D10: Question = {
  code: 'D10',
  paires: sql`
    ${
      entreVoisins(
        'D10',
        sql`proche and not sexes and a_prenom <> '' and b_prenom <> '' and prenoms_compatibles(a_mots, b_mots)
          and ${contient('a_noms', 'b_noms')}`,
      ).paires
    }
    union all
    select * from ${egales({
      cle: ['naissance', 'prenom'],
      fiches: sql`nes`,
      qui: sql`naissance <> '' and prenom <> ''`,
      une: sql`noms like '% %'`,
      regle: sql`'D10'`,
      si: contient('a.noms', 'b.noms'),
    })} as nes_ensemble`,
}

const D11 = entreVoisins(
  'D11',
  sql`nes_ensemble and a_prenom = b_prenom and a_prenom <> '' and a_nom <> b_nom`,
)

const D13 = entreVoisins(
  'D13',
  sql`par = 'telephone' and not proche and a_nom = b_nom and a_prenom = b_prenom and length(a_prenom) > 1`,
)

const D16 = entreVoisins(
  'D16',
  sql`proche and not sexes and a_nom = b_nom and not prenoms_compatibles(a_mots, b_mots)
    and (a_prenom, b_prenom) in (select un, autre from diminutifs)`,
)

/** The rules that ask of who shares a mailbox or a telephone. */
export const ENTRE_VOISINS: readonly Question[] = [D9, D10, D11, D13, D16]
