/** @import { Reprise } from './ecritures-dons.mjs' */
/** @import { Query } from './rows.mjs' */
import { printable } from './arretes.mjs'
import { compareImports, verifyEntries } from './ecritures-dons.mjs'

/**
 * A year whose stored gifts are not those that imports recorded, with their contacts as far as they can be identified.
 * @typedef {{ annee: number, contacts: string[], inconnus: boolean, dons: string, montant: string, donsEcrits: string, montantEcrit: string }} Gap
 */

/**
 * Stored gifts versus what each import recorded. `broken` is the first tampered entry, `faults` the contradictions
 * between entries and imports. Undefined if this role may not read them, or an older program created the database.
 * @typedef {{ ecritures: number, depuis: string | null, depart: boolean, reprises: Reprise[], broken: string | null, faults: string[], gaps: Gap[] } | undefined} Dons
 */

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
