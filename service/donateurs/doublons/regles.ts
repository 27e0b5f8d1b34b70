import { type RawBuilder, sql } from 'kysely'
import type { CodeDoublon } from '#contract/doublons'
import { MOBILE_FACTICE } from './factices'

/** A rule that looks for pairs. */
export interface Question {
  code: CodeDoublon
  /** Those of `fiches_pliees`, with `regle`, `exacte` and what is equal. */
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
const NAISSANCES = sql`(a.naissance = b.naissance or '' in (a.naissance, b.naissance))`

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
  regle: RawBuilder<unknown>
  exacte?: RawBuilder<unknown>
  valeur?: RawBuilder<unknown>
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
  regle,
  exacte = sql`a.prenom = b.prenom`,
  valeur = sql`concat_ws(' ', ${columnsOf(cle, 'a.')})`,
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
        having count(*) between 2 and ${AU_PLUS}
      ) as partages on numero = ${numeroDe(cle)}
      where ${qui}
    )
    select ${regle} as regle, a.contact_id, b.contact_id as autre_id, ${exacte} as exacte, ${valeur} as valeur
    from memes as a
    join memes as b using (${columnsOf(cle)})
    ${avec}
    where a.contact_id < b.contact_id and (a.nombre <= ${CHACUNE} or 1 in (a.place, b.place)) and ${si}
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

const D2 = parCle('D2', {
  cle: ['mobile', 'nom'],
  qui: sql`mobile <> ''`,
  si: sql`${PRENOMS} and not ${MOBILE_FACTICE}`,
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
    si: sql`${PRENOMS} and ${NAISSANCES}`,
  }),
}

const D5: Question = {
  code: 'D5',
  paires: (() => {
    const echanges = (meme: 'zip' | 'email') =>
      egales({
        fiches: sql`croises`,
        cle: ['petit', 'grand', meme],
        qui: sql`${sql.ref(meme)} <> ''`,
        regle: sql`'D5'`,
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
      select * from ${echanges('zip')} as voisins
      union all
      select * from ${echanges('email')} as correspondants`
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
    si: sql`a.prenom <> b.prenom and ${PRENOMS} and ${NAISSANCES}`,
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

export const QUESTIONS: readonly Question[] = [D1, D2, D3, D5, D6, D7, D8]
