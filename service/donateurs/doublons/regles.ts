import { type RawBuilder, sql } from 'kysely'
import type { CodeDoublon } from '#contract/doublons'
import type { Db } from '../../platform/database/connect'
import diminutifs from './diminutifs.json'

/** A rule that looks for pairs. */
export interface Question {
  code: CodeDoublon
  /** Those of `fiches_pliees`, with `regle`, `exacte` and what is equal (`valeur`). */
  paires: RawBuilder<unknown>
}

/**
 * So many cards under one key are compared each with each, more only with the first of those that rules tell apart by
 * nothing, and still more not at all: nobody has as many numbers.
 */
const CHACUNE = 8
const AU_PLUS = 50

/**
 * First names that may be one person's; where they do not say so, as a single letter does not, no title tells two people,
 * nor one of them a firm.
 */
const PRENOMS = sql`(
  a.prenom = b.prenom and length(a.prenom) > 1
  or prenoms_compatibles(a.mots, b.mots)
    and (a.societe = b.societe or a.prenom = b.prenom)
    and not (a.sexe <> b.sexe and '' not in (a.sexe, b.sexe))
)`

const columnsOf = (cle: readonly string[], table = '') =>
  sql.join(cle.map((column) => sql.ref(table + column)))

/** A number that equal values share: a million of them are counted in a third of the time that texts take. */
const numeroDe = (cle: readonly string[]) =>
  cle.reduce(
    (seed: RawBuilder<unknown>, column) => sql`hashtextextended(${sql.ref(column)}, ${seed})`,
    sql`0`,
  )

interface Egales {
  /** Columns that are equal. */
  cle: readonly [string, ...string[]]
  /** Where not all cards are compared as they are. */
  fiches?: RawBuilder<unknown>
  /** The cards that have them. */
  qui: RawBuilder<unknown>
  /** What holds of one card of a pair at least, where that leaves fewer to count. */
  une?: RawBuilder<unknown>
  /** What else holds of a pair. */
  si: RawBuilder<unknown>
  /** Columns by which that tells cards of one key apart. */
  selon?: readonly string[]
  /** A question joined to it, which may ask of `memes`, the cards that share a key. */
  avec?: RawBuilder<unknown>
  regle?: RawBuilder<unknown>
  exacte?: RawBuilder<unknown>
  valeur?: RawBuilder<unknown>
  /** What is told of a pair, in place of these three. */
  dit?: RawBuilder<unknown>
  /** So many are compared each with each, and with one another at all. */
  chacune?: number
  auPlus?: number
}

const FICHES = sql`fiches_pliees`

/** The pairs of these cards that are equal so far. */
const egales = ({
  cle,
  fiches = FICHES,
  qui,
  une,
  si,
  selon = ['prenom', 'naissance', 'sexe', 'societe'],
  avec = sql``,
  regle = sql`''`,
  exacte = sql`a.prenom = b.prenom`,
  valeur = sql`concat_ws(' ', ${columnsOf(cle, 'a.')})`,
  dit = sql`${regle} as regle, a.contact_id, b.contact_id as autre_id, ${exacte} as exacte, ${valeur} as valeur`,
  chacune = CHACUNE,
  auPlus = AU_PLUS,
}: Egales): RawBuilder<unknown> => {
  const numeros = sql`select ${numeroDe(cle)} as numero from ${fiches} as fiches where ${qui}`
  return sql`(
    with memes as materialized (
      select fiches.*, nombre,
        row_number() over (partition by ${columnsOf(['numero', ...selon])} order by contact_id) as place
      from ${fiches} as fiches
      join (
        select numero, count(*) as nombre
        from (${numeros}) as numeros
        where ${une ? sql`numero in (${numeros} and ${une})` : sql`true`}
        group by numero
        having count(*) between 2 and ${auPlus}
      ) as partages on numero = ${numeroDe(cle)}
      where ${qui}
    )
    select ${dit}
    from memes as a
    join memes as b using (${columnsOf(cle)})
    ${avec}
    where a.contact_id < b.contact_id and (a.nombre <= ${chacune} or 1 in (a.place, b.place)) and ${si}
  )`
}

/** A rule that compares cards of one key. */
const parCle = (code: CodeDoublon, regle: Omit<Egales, 'regle'> & Partial<Egales>): Question => ({
  code,
  paires: egales({ regle: sql.lit(code), ...regle }),
})

/** A firm writes one address and one name in each of its towns. */
const D1 = parCle('D1', {
  cle: ['email', 'nom'],
  qui: sql`email <> ''`,
  regle: sql`case when (a.societe or b.societe) and a.zip <> b.zip then 'D1''' else 'D1' end`,
  si: PRENOMS,
})

/** A telephone that one carries along; the fixed one is a house's. */
const EST_MOBILE = sql`left(telephone, 2) in ('06', '07')`

const D2 = parCle('D2', {
  cle: ['telephone', 'nom'],
  qui: EST_MOBILE,
  si: PRENOMS,
})

/** A name of so many places is no longer one person's by itself. */
const LIEUX = 3

const D3: Question = {
  code: 'D3',
  paires: egales({
    cle: ['nom', 'prenom', 'zip'],
    qui: sql`prenom <> '' and zip <> ''`,
    avec: sql`join (
        select nom, prenom, count(distinct zip) as lieux
        from fiches_pliees
        where zip <> '' and ${numeroDe(['nom', 'prenom'])} in (select ${numeroDe(['nom', 'prenom'])} from memes)
        group by nom, prenom
      ) as portes using (nom, prenom)`,
    regle: sql`case when lieux < ${LIEUX} then 'D3' else 'D3''' end`,
    si: PRENOMS,
  }),
}

const D5: Question = {
  code: 'D5',
  paires: (() => {
    const echanges = (meme: 'zip' | 'email' | 'telephone', regle: CodeDoublon) =>
      egales({
        fiches: sql`croises`,
        cle: ['petit', 'grand', meme],
        qui: sql`${sql.ref(meme)} <> ''`,
        regle: sql.lit(regle),
        exacte: sql`true`,
        si: sql`a.nom = b.prenom`,
      })
    return sql`
      with croises as materialized (
        select *, least(nom, prenom) as petit, greatest(nom, prenom) as grand
        from fiches_pliees
        where prenom <> '' and prenom <> nom and ${numeroDe(['nom', 'prenom'])} in (
          select ${numeroDe(['prenom', 'nom'])}
          from fiches_pliees as autres
          where nom in (select prenom from fiches_pliees)
        )
      )
      select * from ${echanges('zip', "D5'")} as du_lieu
      union all
      select * from ${echanges('email', 'D5')} as de_la_boite
      union all
      select * from ${echanges('telephone', 'D5')} as de_la_ligne`
  })(),
}

const D6: Question = {
  code: 'D6',
  paires: egales({
    fiches: sql`(select *, left(prenom, 1) as initiale from fiches_pliees)`,
    cle: ['nom', 'zip', 'initiale'],
    qui: sql`prenom <> '' and zip <> ''`,
    // What three letters may be the initials of has three words.
    une: sql`(length(prenom) <= 2 or mots like '% % %')`,
    regle: sql`'D6'`,
    valeur: sql`concat_ws(' ', nom, zip, least(a.prenom, b.prenom), greatest(a.prenom, b.prenom))`,
    si: sql`a.prenom <> b.prenom and ${PRENOMS}`,
  }),
}

const D7 = parCle('D7', {
  cle: ['raison_sociale', 'zip'],
  qui: sql`raison_sociale <> '' and zip <> '' and (societe or raison_sociale <> nom)`,
  si: sql`true`,
  selon: [],
})

/** Households and couples are not said to be one person by a file either. */
const D8: Question = {
  code: 'D8',
  paires: sql`
    select 'D8' as regle, least(a.contact_id, b.contact_id) as contact_id, greatest(a.contact_id, b.contact_id) as autre_id,
      a.prenom = b.prenom as exacte, 'fichier' as valeur
    from identites_ambigues as vues
    join fiches_pliees as a on a.contact_id = vues.contact_id
    join fiches_pliees as b on b.contact_id = vues.autre_id
    where not (a.email = b.email and a.email <> '' and a.nom <> b.nom and not (a.nom = b.prenom and a.prenom = b.nom))
      and not (a.zip = b.zip and a.zip <> '' and a.nom = b.nom and not prenoms_compatibles(a.mots, b.mots))`,
}

/** So many cards with one mailbox or telephone are a household's or an office's, and more are nobody's. */
const VOISINS_AU_PLUS = 20

/** First names that so many bear are names, and no slips of one another. */
const PRENOMS_CONNUS = sql`(
  select prenom from fiches_pliees where prenom <> '' group by prenom having count(*) >= 3
)`

/** Makes the pairs of cards that share a mailbox or a telephone, which several rules ask about, and the short forms. */
export async function trouverVoisins(tx: Db): Promise<void> {
  const voisins = (par: 'email' | 'telephone', proche: RawBuilder<unknown>) =>
    egales({
      cle: [par],
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

const D12 = parCle('D12', {
  cle: ['naissance', 'nom', 'prenom'],
  qui: sql`naissance <> '' and length(prenom) > 1`,
  si: sql`true`,
  selon: [],
})

const D13 = entreVoisins(
  'D13',
  sql`par = 'telephone' and not proche and a_nom = b_nom and a_prenom = b_prenom and length(a_prenom) > 1`,
)

/** A card whose last name is all of its name is cut wherever it may be, and either part is the last name. */
const D14: Question = {
  code: 'D14',
  paires: sql`
    with entieres as materialized (
      select *, string_to_array(noms, ' ') as parts
      from fiches_pliees
      where prenom = '' and noms like '% %' and not societe
    ),
    coupees as materialized (
      select entieres.*, array_to_string(parts[:place], '') as debut, array_to_string(parts[place + 1:], '') as fin
      from entieres
      cross join generate_series(1, least(cardinality(parts) - 1, 4)) as place
    ),
    lues as (
      select *, debut as lu_prenom, fin as lu_nom from coupees
      union all
      select *, fin, debut from coupees
    )
    select 'D14' as regle, least(a.contact_id, b.contact_id) as contact_id,
      greatest(a.contact_id, b.contact_id) as autre_id, true as exacte, concat_ws(' ', b.nom, b.prenom) as valeur
    from lues as a
    join fiches_pliees as b on b.nom = lu_nom and b.prenom = lu_prenom
    where a.email = b.email and a.email <> '' or a.telephone = b.telephone and a.telephone <> '' or a.zip = b.zip and a.zip <> ''`,
}

/** A mailbox without what its owner may write into it or leave out: a tag, and at Gmail dots. */
const EMAIL_PLIE = sql`case
  when strpos(email, '+') = 0 and right(email, 8) <> 'mail.com' then email
  when split_part(email, '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(split_part(split_part(email, '@', 1), '+', 1), '.', '') || '@gmail.com'
  else split_part(split_part(email, '@', 1), '+', 1) || '@' || split_part(email, '@', 2)
end`

const D15 = parCle('D15', {
  fiches: sql`(select *, ${EMAIL_PLIE} as email_plie from fiches_pliees)`,
  cle: ['email_plie', 'nom'],
  qui: sql`email <> ''`,
  une: sql`email <> email_plie`,
  si: sql`a.email <> b.email and ${PRENOMS}`,
})

const D16 = entreVoisins(
  'D16',
  sql`proche and not sexes and a_nom = b_nom and not prenoms_compatibles(a_mots, b_mots)
    and (a_prenom, b_prenom) in (select un, autre from diminutifs)`,
)

export const QUESTIONS: readonly Question[] = [
  ...[D1, D2, D3, D5, D6, D7, D8],
  ...[D9, D10, D11, D12, D13, D14, D15, D16],
]
