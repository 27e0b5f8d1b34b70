import type { Db } from '../platform/database/connect'
import { readRegistres, type Registre } from '../platform/database/migration/registres'
import { inSnapshot } from '../platform/database/snapshot'
import { type Checkpoint, readCheckpoints } from './checkpoints'
import { GENESIS, type Query, queryOf } from './empreinte'
import type { Tete } from './publications'

/** The last act on each register. */
export type Tetes = Record<string, Tete>

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

const written = (text: string) =>
  `octet_length(convert_to(${text}, 'UTF8'))::text || ':' || ${text} || ','`

/** The last act on each register. */
export async function readTetes(query: Query): Promise<Tetes> {
  const rows = await query<Tete & { registre: string }>(`
    select distinct on (registre) registre, numero, empreinte
    from registres_actes
    order by registre, numero desc`)
  return Object.fromEntries(
    rows.map(({ registre, numero, empreinte }) => [registre, { numero, empreinte }]),
  )
}

/** What is wrong with a register. */
interface Anomalie {
  registre: string
  constat: string
}

/** A register as people name it. */
const nameOf = (table: string) => readRegistres()[table]?.nom ?? table

/**
 * The first act after `debut` that is missing, edited or out of sequence, as documented in
 * migrations/proprietaire/enchainer_actes.sql; built-in functions only, because a database administrator can replace the
 * others.
 */
export async function findBrokenActe(query: Query, debut: Tetes): Promise<Anomalie | undefined> {
  const debuts = [['', { numero: 0, empreinte: GENESIS }] as const, ...Object.entries(debut)].map(
    ([registre, { numero, empreinte }]) =>
      `(${literal(registre)}, ${numero}::bigint, ${literal(empreinte)})`,
  )
  const [found] = await query<{ registre: string; attendu: number }>(`
    with debuts (registre, numero, empreinte) as (values ${debuts.join(', ')}),
    suite as (
      select actes.*,
        coalesce(debuts.numero, 0) + row_number() over precedents as attendu,
        coalesce(lag(actes.empreinte) over precedents, debuts.empreinte, ${literal(GENESIS)}) as precedente
      from registres_actes as actes
      left join debuts using (registre)
      where actes.numero > coalesce(debuts.numero, 0)
      window precedents as (partition by registre order by actes.numero)
    )
    select registre, attendu
    from suite
    where numero <> attendu
      or empreinte <> encode(
        sha256(
          convert_to(
            ${[
              `'acte/1'`,
              'registre',
              'numero::text',
              'geste',
              'cle',
              'contenu',
              `to_char(le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
              'precedente',
            ]
              .map(written)
              .join(' || ')},
            'UTF8'
          )
        ),
        'hex'
      )
    order by registre, numero
    limit 1`)
  return (
    found && {
      registre: nameOf(found.registre),
      constat: `l’acte n°\u00A0${found.attendu} manque, ou n’est plus celui qui fut enchaîné`,
    }
  )
}

/** The first act that a checkpoint saw and that has changed. */
export async function findLostActe(
  query: Query,
  kept: readonly Checkpoint[],
): Promise<Anomalie | undefined> {
  const noted = kept.flatMap(({ registres = {} }) =>
    Object.entries(registres).map(
      ([registre, { numero, empreinte }]) =>
        `(${literal(registre)}, ${numero}::bigint, ${literal(empreinte)})`,
    ),
  )
  if (noted.length === 0) return undefined
  const [lost] = await query<{ registre: string; numero: number }>(`
    select registre, numero
    from (values ${noted.join(', ')}) as notes (registre, numero, empreinte)
    left join registres_actes as actes using (registre, numero)
    where actes.empreinte is distinct from notes.empreinte
    order by registre, numero
    limit 1`)
  return (
    lost && {
      registre: nameOf(lost.registre),
      constat: `l’acte n°\u00A0${lost.numero} n’est plus celui qu’un point de contrôle a noté`,
    }
  )
}

const ROW = `jsonb_strip_nulls(to_jsonb(l))::text`

/** How many rows of a table are not those of its acts, and the key of one. */
const compareRows = (table: string, { cle, actes }: Registre) =>
  actes === 'sommes'
    ? `
      select case when (lignes, somme) = (dites, dite) then 0 else greatest(abs(lignes - dites), 1) end::bigint as ecarts, null as cle
      from (
        select count(*) as lignes, coalesce(sum(hashtextextended(${ROW}, 0)), 0) as somme from ${table} as l
      ) as trouvees
      cross join (
        select coalesce(sum(split_part(contenu, ':', 1)::numeric), 0) as dites,
          coalesce(sum(split_part(contenu, ':', 2)::numeric), 0) as dite
        from registres_actes
        where registre = ${literal(table)} and geste <> 'DEBUT'
      ) as actes`
    : `
      select count(*) as ecarts, min(cle) as cle
      from (
        select distinct on (cle) cle, geste, contenu
        from registres_actes
        where registre = ${literal(table)} and geste <> 'DEBUT'
        order by cle, numero desc
      ) as dites
      full join (
        select jsonb_build_array(${cle.join(', ')})::text as cle,
          encode(sha256(convert_to(${ROW}, 'UTF8')), 'hex') as contenu
        from ${table} as l
      ) as trouvees using (cle)
      where case when geste = 'RETRAIT' then trouvees.contenu is not null
        else trouvees.contenu is distinct from dites.contenu end`

async function findStrayRows(query: Query): Promise<(Anomalie & { ecarts: number })[]> {
  const found = []
  for (const [table, registre] of Object.entries(readRegistres())) {
    if (!registre.actes) continue
    const [row] = await query<{ ecarts: number; cle: string | null }>(compareRows(table, registre))
    const ecarts = row?.ecarts ?? 0
    if (ecarts > 0)
      found.push({
        registre: registre.nom,
        constat: row?.cle ? `la ligne ${row.cle}` : 'ses lignes',
        ecarts,
      })
  }
  return found
}

async function verify(query: Query, dataDir: string) {
  const { checkpoints } = await readCheckpoints(dataDir)
  const broken = (await findBrokenActe(query, {})) ?? (await findLostActe(query, checkpoints))
  const stray = await findStrayRows(query)
  const [told] = await query<{ actes: number }>('select count(*) as actes from registres_actes')
  const first = broken ?? stray[0]
  return {
    actes: told?.actes ?? 0,
    en_ecart: (broken ? 1 : 0) + stray.reduce((sum, { ecarts }) => sum + ecarts, 0),
    constat: first ? `${first.registre}, ${first.constat}` : null,
  }
}

/**
 * Returns a verifier of the registers, their chains, also against the checkpoints in `dataDir`, and their rows: of so many
 * acts how many nothing vouches for, and the first fault.
 */
export const createRegistresVerifier = (db: Db, dataDir: string) => () =>
  inSnapshot(db, (tx) => verify(queryOf(tx), dataDir))
