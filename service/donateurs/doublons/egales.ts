import { type RawBuilder, sql } from 'kysely'
import type { CodeDoublon } from '#contract/doublons'
import type { Db } from '../../platform/database/connect'

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
export const PRENOMS = sql`(
  a.prenom = b.prenom and length(a.prenom) > 1
  or prenoms_compatibles(a.mots, b.mots)
    and (a.societe = b.societe or a.prenom = b.prenom)
    and not (a.sexe <> b.sexe and '' not in (a.sexe, b.sexe))
)`

const columnsOf = (cle: readonly string[], table = '') =>
  sql.join(cle.map((column) => sql.ref(table + column)))

/** A number that equal values share: a million of them are counted in a third of the time that texts take. */
export const numeroDe = (cle: readonly string[]) =>
  cle.reduce(
    (seed: RawBuilder<unknown>, column) => sql`hashtextextended(${sql.ref(column)}, ${seed})`,
    sql`0`,
  )

/**
 * Makes a table, which goes with the transaction, of the cards of which another has the same there: rules that ask for as much
 * look through these alone.
 */
export async function partager(
  tx: Db,
  table: 'boites' | 'lignes' | 'foyers' | 'nes',
  cle: readonly [string, ...string[]],
  qui: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    create temporary table ${sql.ref(table)} on commit drop as
    select *
    from fiches_pliees
    where ${qui} and ${numeroDe(cle)} in (
      select ${numeroDe(cle)} from fiches_pliees where ${qui} group by 1 having count(*) > 1
    )`.execute(tx)
  await sql`analyze ${sql.ref(table)}`.execute(tx)
}

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
export const egales = ({
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
export const parCle = (
  code: CodeDoublon,
  regle: Omit<Egales, 'regle'> & Partial<Egales>,
): Question => ({
  code,
  paires: egales({ regle: sql.lit(code), ...regle }),
})
