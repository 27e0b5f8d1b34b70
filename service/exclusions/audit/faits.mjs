/** @import { Query } from './rows.mjs' */
import { printable } from './arretes.mjs'
import { rowsOf } from './rows.mjs'

/**
 * A published fact that does not match the donor's gifts, and in which columns.
 * @typedef {{ contact_id: string, annee: number, colonnes: string[] }} Wrong
 */

/**
 * Every donor's published facts versus their gifts. Undefined if not requested, or this role does not own them; null
 * while the figures lag the data.
 * @typedef {{ donateurs: number, lignes: number, faux: number, premiers: Wrong[] } | null | undefined} Faits
 */

/** @typedef {{ contact_id: string, jour: string, montant: string, campagne: string | null, media: string | null, origine: string | null, produit: string | null }} Gift */
/** @typedef {Record<string, unknown> & { contact_id: string, annee: number }} Fact */

/** Wrong facts named. */
const NAMED = 20

/**
 * Groups consecutive rows of the same contact.
 * @template {{ contact_id: string }} Row
 * @param {AsyncIterable<Row>} rows
 */
async function* byContact(rows) {
  /** @type {Row[]} */
  let group = []
  for await (const row of rows) {
    if (group[0] && group[0].contact_id !== row.contact_id) {
      yield group
      group = []
    }
    group.push(row)
  }
  if (group.length > 0) yield group
}

/** By the number that each contact counts by, which the audit has compared with the log. */
const GIFTS = `
  select coalesce(contact_principal, donations.contact_id) as contact_id, order_date::text as jour, order_amount::text as montant, campaign_code as campagne,
    codemedia_code as media, origincode_code as origine, product_code as produit
  from public.donations as donations
  left join public.groupes_contacts as groupes on groupes.contact_id = donations.contact_id
  where order_amount > 0
  order by coalesce(contact_principal, donations.contact_id) collate "C", order_date, length(id), id collate "C"`

const DAYS = [
  'premier_jour',
  'dernier_jour',
  'premier_don',
  'dernier_don',
  'premier_jour_suivant',
  'deuxieme_don',
]
const AMOUNTS = ['montant', 'dernier_montant', 'cumul', 'montant_precedent']
const PLAIN = [
  'nombre',
  'nombre_vfl',
  'cumul_nombre',
  'cumul_vfl',
  'annee',
  'exclu',
  'premier_vfl',
  'dernier_vfl',
  'carriere_vfl',
  'annee_precedente',
  'annee_suivante',
  'premier_codemedia',
  'premier_origincode',
  'premiere_campagne',
  'premier_produit',
]
const LISTS = ['autres_campagnes', 'autres_medias', 'autres_origines', 'autres_produits']

const FACTS = `
  select contact_id, ${DAYS.map((name) => `${name}::text`).join(', ')},
    ${AMOUNTS.map((name) => `(${name} * 100)::bigint::text as ${name}`).join(', ')},
    ${[...PLAIN, ...LISTS].join(', ')}
  from public.faits_donateurs
  where generation = (select generation from public.faits_publies)
  order by faits_donateurs.contact_id collate "C", faits_donateurs.annee`

const UPPER = 'ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸŒÆ'
const LOWER = 'àâäçéèêëîïôöùûüÿœæ'

/** @param {string} text */
const lowerAscii = (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** @param {string} text */
const folded = (text) =>
  lowerAscii(text).replace(/[^\0-\x7F]/g, (letter) => LOWER[UPPER.indexOf(letter)] ?? letter)

/**
 * Returns a test of whether a gift belongs to the campaign matched by the pattern.
 * @param {string} motif
 * @returns {(gift: Gift) => boolean}
 */
function isVflBy(motif) {
  const fold = /^[\0-\x7F]*$/.test(motif) ? lowerAscii : folded
  const wanted = folded(motif)
  return ({ campagne, produit }) => fold(campagne || produit || '').includes(wanted)
}

/** @param {string} amount */
const cents = (amount) => BigInt(amount.replace('.', ''))

/** @param {string | null} code */
const named = (code) => code || 'N/A'

/**
 * Distinct codes of later gifts that differ from the first's.
 * @param {string[]} codes
 */
function others([first, ...rest]) {
  const left = rest.filter((code) => code !== first)
  return left.length > 0 ? left.sort() : null
}

/**
 * Computes a donor's facts from their gifts, by year, in order.
 * @param {Gift[]} gifts
 * @param {(gift: Gift) => boolean} isVfl
 * @param {boolean} exclu
 * @returns {Map<number, Record<string, unknown>>}
 */
function reckon(gifts, isVfl, exclu) {
  /** @type {Map<number, Gift[]>} */
  const years = new Map()
  for (const gift of gifts) {
    const annee = Number.parseInt(gift.jour, 10)
    const known = years.get(annee)
    if (known) known.push(gift)
    else years.set(annee, [gift])
  }
  const days = [...new Set(gifts.map(({ jour }) => jour))]
  const first = /** @type {Gift} */ (gifts[0])
  const total = (/** @type {Gift[] | undefined} */ some) =>
    some ? String(some.reduce((sum, { montant }) => sum + cents(montant), 0n)) : null
  const order = [...years.keys()]
  return new Map(
    order.map((annee, at) => {
      const here = years.get(annee) ?? []
      const [begin, end] = /** @type {[Gift, Gift]} */ ([here[0], here.at(-1)])
      const next = years.get(order[at + 1] ?? Number.NaN)
      return [
        annee,
        {
          annee,
          exclu,
          nombre: here.length,
          nombre_vfl: here.filter(isVfl).length,
          cumul_nombre: gifts.length,
          cumul_vfl: gifts.filter(isVfl).length,
          premier_jour: begin.jour,
          dernier_jour: end.jour,
          premier_don: days[0],
          dernier_don: days.at(-1),
          deuxieme_don: days[1] ?? null,
          premier_vfl: isVfl(begin),
          dernier_vfl: isVfl(end),
          carriere_vfl: isVfl(first),
          montant: total(here),
          dernier_montant: String(cents(end.montant)),
          cumul: total(gifts),
          annee_precedente: order[at - 1] ?? null,
          annee_suivante: order[at + 1] ?? null,
          premier_jour_suivant: next?.[0]?.jour ?? null,
          montant_precedent: total(years.get(order[at - 1] ?? Number.NaN)),
          premiere_campagne: named(begin.campagne),
          premier_codemedia: named(begin.media),
          premier_origincode: named(begin.origine),
          premier_produit: named(begin.produit),
          autres_campagnes: others(here.map(({ campagne }) => named(campagne))),
          autres_medias: others(here.map(({ media }) => named(media))),
          autres_origines: others(here.map(({ origine }) => named(origine))),
          autres_produits: others(here.map(({ produit }) => named(produit))),
        },
      ]
    }),
  )
}

const COLUMNS = [...PLAIN, ...DAYS, ...AMOUNTS, ...LISTS]

/**
 * @param {Fact | undefined} fact
 * @param {Record<string, unknown> | undefined} expected
 */
function differing(fact, expected) {
  if (!fact) return ['fait absent']
  if (!expected) return ['fait sans don']
  const text = (/** @type {unknown} */ value) =>
    JSON.stringify(Array.isArray(value) ? value.map(String).sort() : (value ?? null))
  return COLUMNS.filter((column) => text(fact[column]) !== text(expected[column]))
}

/**
 * Recomputes every donor's facts, sharing no code with what published them, only as the service's role: any other role
 * would run with its own rights whatever replaced its tables.
 * @param {Query} query
 * @returns {Promise<Faits>}
 */
export async function readFaits(query) {
  const [own] = await query(`
    select from pg_catalog.pg_class
    where oid = to_regclass('public.faits_donateurs') and relowner = to_regrole(current_user::text)`)
  if (!own) return undefined
  const [state] = await query(`
    select possibles and derniers.campagne_vfl_motif = parametres.campagne_vfl_motif as possibles,
      parametres.campagne_vfl_motif as motif
    from public.controles_possibles, public.derniers_chiffres as derniers, public.parametres`)
  if (state?.['possibles'] !== true) return null
  const isVfl = isVflBy(String(state['motif']))
  const excluded = new Set(
    (await query('select contact_id from public.donateurs_exclus')).map((row) => row['contact_id']),
  )
  /** @type {AsyncGenerator<Gift[]>} */
  const gifts = byContact(rowsOf(query, 'dons_audites', GIFTS))
  /** @type {AsyncGenerator<Fact[]>} */
  const facts = byContact(rowsOf(query, 'faits_audites', FACTS))
  const found = { donateurs: 0, lignes: 0, faux: 0, premiers: /** @type {Wrong[]} */ ([]) }
  let [donor, published] = [await gifts.next(), await facts.next()]
  while (!donor.done || !published.done) {
    const one = donor.done ? undefined : donor.value[0]?.contact_id
    const other = published.done ? undefined : published.value[0]?.contact_id
    const contact = /** @type {string} */ (isBefore(one, other) ? one : other)
    const mine = !donor.done && one === contact ? donor.value : []
    const theirs = !published.done && other === contact ? published.value : []
    /** @type {ReturnType<typeof reckon>} */
    const expected = mine.length > 0 ? reckon(mine, isVfl, excluded.has(contact)) : new Map()
    const there = new Map(theirs.map((fact) => [fact.annee, fact]))
    found.donateurs++
    for (const annee of new Set([...expected.keys(), ...there.keys()])) {
      found.lignes++
      const colonnes = differing(there.get(annee), expected.get(annee))
      if (colonnes.length === 0) continue
      found.faux++
      if (found.premiers.length < NAMED)
        found.premiers.push({ contact_id: contact, annee, colonnes })
    }
    if (mine.length > 0) donor = await gifts.next()
    if (theirs.length > 0) published = await facts.next()
  }
  return found
}

/**
 * Bytewise, as the database orders both.
 * @param {string | undefined} one
 * @param {string | undefined} other
 */
const isBefore = (one, other) =>
  other === undefined ||
  (one !== undefined && Buffer.compare(Buffer.from(one), Buffer.from(other)) <= 0)

const MARGIN = ' '.repeat(21)

/**
 * Describes the recount in French, line by line.
 * @param {Faits} faits
 */
export function describeFaits(faits) {
  if (faits === undefined) return []
  if (faits === null)
    return ['Faits publiés      : non recomptés, les chiffres ne connaissent pas encore tout']
  const { donateurs, lignes, faux, premiers } = faits
  const counted = `${donateurs} donateurs, ${lignes} années de dons`
  if (faux === 0) return [`Faits publiés      : recomptés depuis les dons, conformes (${counted})`]
  return [
    `Faits publiés      : ALTÉRÉS, ${faux} ne sont pas ceux des dons (${counted})`,
    ...premiers.map(
      ({ contact_id, annee, colonnes }) =>
        `${MARGIN}${annee}, contact ${printable(contact_id)} : ${colonnes.join(', ')}`,
    ),
    ...(faux > premiers.length ? [`${MARGIN}et ${faux - premiers.length} de plus`] : []),
  ]
}
