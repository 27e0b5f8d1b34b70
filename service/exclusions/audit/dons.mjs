/** @import { Query } from './protections.mjs' */
import { createHash } from 'node:crypto'
import { printable } from './arretes.mjs'

/**
 * A year whose stored gifts are not those that imports recorded, with their contacts as far as they can be identified.
 * @typedef {{ annee: number, contacts: string[], inconnus: boolean, dons: string, montant: string, donsEcrits: string, montantEcrit: string }} Gap
 */

/**
 * Stored gifts versus what each import recorded. `broken` is the first tampered entry, `faults` the contradictions
 * between entries and imports. Undefined if this role may not read them, or an older program created the database.
 * @typedef {{ ecritures: number, depuis: string | null, depart: boolean, reprises: { le: string, par: string, motif: string }[], broken: string | null, faults: string[], gaps: Gap[] } | undefined} Dons
 */

/**
 * An entry, with its sums as hashed.
 * @typedef {{ numero: string, nature: string, fichier_id: string | null, par: string | null, motif: string | null, ecrite_le: string, imports_avant: string, empreinte_precedente: string, empreinte: string, sommes: string[] | null }} Entry
 */

/** @param {string | null} text */
const measured = (text) => (text === null ? '-' : `${Buffer.byteLength(text)}:${text}`)

/** @param {Entry} entry */
function hashOf(entry) {
  const { numero, nature, fichier_id, par, motif, ecrite_le, imports_avant, sommes } = entry
  const lines = ['ecriture_dons/1', numero, nature, fichier_id ?? '-', measured(par)]
  lines.push(measured(motif), ecrite_le, imports_avant, ...(sommes ?? []))
  lines.push(entry.empreinte_precedente, '')
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

const ENTRIES = `
  declare ecritures no scroll cursor for
  select
    numero::text, nature, fichier_id::text, par, motif,
    to_char(ecrite_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as ecrite_le,
    imports_avant::text, empreinte_precedente, empreinte,
    (
      select array_agg(concat_ws(':', annee, tranche, dons, centimes, empreintes, empreintes_pesees)
        order by annee, tranche)
      from public.sommes_dons
      where ecriture = numero
    ) as sommes
  from public.ecritures_dons
  order by ecritures_dons.numero`

/** @param {Query} query */
async function* readEntries(query) {
  await query(ENTRIES)
  for (;;) {
    const rows = /** @type {Entry[]} */ (await query('fetch 50 from ecritures'))
    yield* rows
    if (rows.length < 50) break
  }
  await query('close ecritures')
}

/**
 * Verifies the chain of entries: how it begins, who endorsed existing gifts, and the first tampered entry.
 * @param {Query} query
 */
export async function verifyEntries(query) {
  let [count, previous] = [0, '0'.repeat(64)]
  /** @type {string | null} */
  let broken = null
  /** @type {string | null} */
  let depuis = null
  let depart = false
  /** @type {NonNullable<Dons>['reprises']} */
  const reprises = []
  for await (const entry of readEntries(query)) {
    count++
    depuis ??= entry.ecrite_le
    depart ||= entry.nature === 'DEPART'
    if (entry.nature === 'REPRISE')
      reprises.push({ le: entry.ecrite_le, par: entry.par ?? '', motif: entry.motif ?? '' })
    const isNext = Number(entry.numero) === count && entry.empreinte_precedente === previous
    const isBegin = entry.nature !== 'DEPART' || count === 1
    if (!isNext || !isBegin || hashOf(entry) !== entry.empreinte) broken ??= entry.numero
    previous = entry.empreinte
  }
  const [orphans] = await query(
    'select from public.sommes_dons where ecriture not in (select numero from public.ecritures_dons) limit 1',
  )
  if (orphans) broken ??= String(count + 1)
  return { ecritures: count, depuis, depart, reprises, broken }
}

/**
 * Imports without an entry, and entries without an import that did as much.
 * @param {Query} query
 */
async function compareImports(query) {
  const rows = /** @type {{ faute: string }[]} */ (
    await query(`
      with faits as (
        select fichier_id, nom, (resultat ->> 'inseres')::numeric - coalesce((resultat ->> 'retires')::numeric, 0) as inseres, termine_le
        from public.imports
        join public.fichiers using (fichier_id)
        where statut = 'completed' and type in ('donations', 'fichier')
          and (resultat ->> 'inseres')::numeric + (resultat ->> 'modifies')::numeric
            + coalesce((resultat ->> 'retires')::numeric, 0) > 0
      ),
      dits as (
        select numero, fichier_id, (select coalesce(sum(dons), 0) from public.sommes_dons where ecriture = numero) as dons
        from public.ecritures_dons
        where nature = 'IMPORT'
      )
      select 'l’écriture n° ' || numero || ' ne vient d’aucun import connu' as faute
      from dits where fichier_id not in (select fichier_id from faits)
      union all
      select 'l’écriture n° ' || numero || ' dit ' || dons || ' dons de plus, son import en dit ' || inseres
      from dits join faits using (fichier_id) where dons <> inseres
      union all
      select (select count(*) from faits) || ' imports ont changé des dons, '
        || (select count(*) from dits) + avant || ' sont inscrits'
      from (select coalesce(sum(imports_avant), 0) as avant from public.ecritures_dons) as depart
      where (select count(*) from faits) <> (select count(*) from dits) + avant`)
  )
  return rows.map(({ faute }) => faute)
}

/** A contact's weight, as in the sums. */
const WEIGHT = '(hashtext(contact_id) & 2147483647)'

/** Reimplements a gift's digest: each column seeds the hash of the next; null and empty codes differ. */
const DIGEST = ['order_id', 'codemedia_code', 'campaign_code', 'origincode_code', 'product_code']
  .map((column) => `coalesce('.' || ${column}, '')`)
  .reduce(
    (seed, text) => `hashtextextended(${text}, ${seed})`,
    `hash_numeric_extended(order_amount, hashint4extended(order_date - date '2000-01-01',
      hashtextextended(contact_id, hashtextextended(id, $1::bigint))))`,
  )

/** @typedef {{ annee: number, tranche: number, dons_ecart: string, centimes_ecart: string, ecart: string, ecart_pese: string, dons: string, montant: string, dons_ecrits: string, montant_ecrit: string, poids: string | null }} Cell */

/**
 * Years and buckets of contacts whose stored gifts differ from what was recorded.
 * @param {Query} query
 * @returns {Promise<Cell[]>}
 */
export const findCells = async (query) => {
  const [key] = await query('select cle::text as cle from public.cle_sommes_dons')
  return /** @type {Cell[]} */ (
    await query(
      `with presents as materialized (
         select annee, tranche, count(*) as dons, sum(order_amount) as montant, sum(empreinte) as empreintes,
           sum(empreinte::numeric * poids) as pesees
         from (
           select date_part('year', order_date)::integer as annee, ${WEIGHT} & 255 as tranche, ${WEIGHT} as poids,
             order_amount, ${DIGEST} as empreinte
           from public.donations
         ) as dons
         group by annee, tranche
       ),
       ecrits as materialized (
         select annee::integer as annee, tranche::integer as tranche, sum(dons) as dons, sum(centimes) as centimes,
           sum(empreintes) as empreintes, sum(empreintes_pesees) as pesees
         from public.sommes_dons
         group by annee, tranche
       ),
       cases as (
         select
           annee,
           tranche,
           coalesce(p.dons, 0) as dons,
           coalesce(p.montant, 0) as montant,
           coalesce(e.dons, 0) as dons_ecrits,
           (coalesce(e.centimes, 0) / 100)::numeric(20, 2) as montant_ecrit,
           coalesce(p.empreintes, 0) - coalesce(e.empreintes, 0) as ecart,
           coalesce(p.pesees, 0) - coalesce(e.pesees, 0) as ecart_pese
         from presents as p
         full join ecrits as e using (annee, tranche)
       )
       select annee, tranche, (dons - dons_ecrits)::text as dons_ecart,
         ((montant - montant_ecrit) * 100)::bigint::text as centimes_ecart, ecart::text, ecart_pese::text, dons::text, montant::text, dons_ecrits::text, montant_ecrit::text,
         case when ecart <> 0 and mod(ecart_pese, nullif(ecart, 0)) = 0 then (ecart_pese / nullif(ecart, 0))::bigint::text end
           as poids
       from cases
       where ecart <> 0 or ecart_pese <> 0 or dons <> dons_ecrits or montant <> montant_ecrit
       order by annee`,
      [key?.['cle']],
    )
  )
}

/**
 * Contacts with these weights, wherever this database knows one.
 * @param {Query} query
 * @param {string[]} weights
 */
async function findContacts(query, weights) {
  /** @type {Map<string, Set<string>>} */
  const found = new Map()
  for (const table of ['donations', 'donateurs', 'faits_donateurs', 'evenements_exclusion']) {
    const rows = /** @type {{ contact_id: string, poids: string }[]} */ (
      await query(
        `select distinct contact_id, ${WEIGHT}::text as poids from public.${table} where ${WEIGHT} = any ($1::bigint[])`,
        [weights],
      )
    )
    for (const { contact_id, poids } of rows)
      found.set(poids, (found.get(poids) ?? new Set()).add(contact_id))
  }
  return found
}

/** @type {(texts: string[]) => string} */
const total = (texts) => {
  const cents = texts.reduce((sum, text) => sum + BigInt(Math.round(Number(text) * 100)), 0n)
  return `${cents / 100n},${String(cents % 100n).padStart(2, '0')}`
}

/**
 * @param {Query} query
 * @returns {Promise<Gap[]>}
 */
async function findGaps(query) {
  const cells = await findCells(query)
  const weights = cells.flatMap(({ poids }) => (poids === null ? [] : [poids]))
  /** @type {Map<string, Set<string>>} */
  const contacts = weights.length > 0 ? await findContacts(query, weights) : new Map()
  return [...new Set(cells.map(({ annee }) => annee))].map((annee) => {
    const here = cells.filter((cell) => cell.annee === annee)
    const named = here.map(({ poids }) => [...(contacts.get(poids ?? '') ?? [])])
    return {
      annee,
      contacts: named.flat().sort(),
      inconnus: named.some((names) => names.length === 0),
      dons: String(here.reduce((sum, { dons }) => sum + BigInt(dons), 0n)),
      montant: total(here.map(({ montant }) => montant)),
      donsEcrits: String(here.reduce((sum, { dons_ecrits }) => sum + BigInt(dons_ecrits), 0n)),
      montantEcrit: total(here.map(({ montant_ecrit }) => montant_ecrit)),
    }
  })
}

/**
 * Sums all stored gifts and compares them with what each import recorded, only as the service's role: any other role
 * would run with its own rights whatever replaced its tables.
 * @param {Query} query
 * @returns {Promise<Dons>}
 */
export async function readDons(query) {
  const [own] = await query(`
    select from pg_catalog.pg_class
    where oid = to_regclass('public.donations') and relowner = to_regrole(current_user::text)
      and to_regclass('public.ecritures_dons') is not null`)
  if (!own) return undefined
  const entries = await verifyEntries(query)
  return { ...entries, faults: await compareImports(query), gaps: await findGaps(query) }
}

/** @param {Dons} dons */
export const areDonsAltered = (dons) =>
  dons !== undefined && (dons.broken !== null || dons.faults.length > 0 || dons.gaps.length > 0)

const MARGIN = ' '.repeat(21)

/** Contacts named per line. */
const NAMED = 20

/** @param {string | number} dons */
const counted = (dons) => `${dons} ${Number(dons) < 2 ? 'don' : 'dons'}`

/** @param {Gap} gap */
function describeGap({ annee, contacts, inconnus, dons, montant, donsEcrits, montantEcrit }) {
  const names = contacts.slice(0, NAMED).map(printable).join(', ')
  const others = contacts.length > NAMED || inconnus ? ' et d’autres' : ''
  const who =
    contacts.length > 0
      ? `${contacts.length > 1 || others ? 'contacts' : 'contact'} ${names}${others}`
      : 'contacts qui ne se laissent pas nommer'
  const written = `${counted(donsEcrits)} et ${montantEcrit} € écrits par les imports`
  return `${MARGIN}${annee}, ${who} : ${counted(dons)} et ${montant} € enregistrés dans cette tranche des contacts, ${written}`
}

/**
 * Describes the stored gifts in French, line by line.
 * @param {Dons} dons
 */
export function describeDons(dons) {
  if (dons === undefined) return []
  const { ecritures, depuis, depart, reprises, broken, faults, gaps } = dons
  const entries = `${ecritures} écriture${ecritures < 2 ? '' : 's'}`
  const since = depuis ? `, depuis le ${depuis}` : ''
  const begin = depart ? `${MARGIN}ce qui fut enregistré avant est pris pour bon` : undefined
  return [
    gaps.length === 0
      ? `Dons enregistrés   : ceux que les imports ont écrits (${entries}${since})`
      : `Dons enregistrés   : ALTÉRÉS, ce ne sont plus ceux que les imports ont écrits (${entries}${since})`,
    ...(begin ? [begin] : []),
    ...gaps.map(describeGap),
    ...(broken === null
      ? []
      : [`${MARGIN}SOMMES ROMPUES à l’écriture n° ${broken} : elle n’est plus ce qui fut inscrit`]),
    ...faults.map((fault) => `${MARGIN}SOMMES EN ÉCART : ${fault}`),
    ...reprises.map(
      ({ le, par, motif }) =>
        `${MARGIN}reprise : le ${le}, ${printable(par)} s’est porté garant de ce qui est enregistré ; motif : ${printable(motif)}`,
    ),
  ]
}
