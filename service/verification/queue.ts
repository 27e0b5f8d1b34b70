import { type RawBuilder, sql } from 'kysely'
import type { PageQuery } from '#contract/pagination'
import type {
  AVerifier,
  Bilan,
  CodeRegle,
  DonateurAVerifier,
  VerificationFiltres,
} from '#contract/verification'
import { writeColonnes } from '#files/colonnes'
import { COLONNES_A_VERIFIER, type LigneAVerifier, lineOfWave } from '#files/verification-columns'
import type { Db } from '../platform/database/connect'
import { inBatches, inSnapshot, streamSnapshot } from '../platform/database/snapshot'
import { locatePage } from '../platform/http/page'
import { type Fin, isBehind, readFinOf, since } from './nouveaux'
import { type Raison, sentences } from './phrases'
import { propose, readPoids, readRarete } from './poids'
import { ETATS, legitimesDe, RAISONS, RAISONS_VUES, signales } from './raisons'
import { REGLES } from './regles'
import { SEUILS } from './seuils'
import { readVagues } from './vagues'

/** Gave in the year of this day, up to it. */
const givenUpTo = (day: string) => sql`signales.contact_id in (
  select contact_id
  from donateurs_annees
  where annee = ${Number(day.slice(0, 4))} and premier_jour <= ${day}::date
)`

/** The filters as a condition on `signales`; `fin` is the end of the import they name. */
const matching = (
  { regle, etat, donne_en, au }: VerificationFiltres,
  fin: Fin | undefined,
): RawBuilder<unknown> =>
  sql.join(
    [
      ETATS[etat],
      ...(regle === undefined ? [] : [sql`${regle} = any(signales.regles)`]),
      ...(fin === undefined ? [] : [since(fin)]),
      ...(donne_en === undefined ? [] : [givenUpTo(`${donne_en}-12-31`)]),
      ...(au === undefined ? [] : [givenUpTo(au)]),
    ],
    sql` and `,
  )

type Ligne = Omit<DonateurAVerifier, 'raisons'> & { raisons: Raison[]; histoire: number }

/** Donors of `signales` selected by `suite`, with cards and reasons, largest amount first. */
async function readDonateurs(db: Db, suite: RawBuilder<unknown>): Promise<DonateurAVerifier[]> {
  const { rows } = await sql<Ligne>`
    with signales as materialized (
      select * from ${signales()} as signales where ${suite}
    ),
    cartes as materialized (
      select * from fiches where contact_id in (select contact_id from signales)
    )
    select
      signales.contact_id, firstname, lastname, is_company, city, zip, email, phone,
      points, donations, montant, premier_don, dernier_don, histoire, exclu, legitime, collectif,
      trouves.raisons, trouves.raisons_vues,
      (
        select to_char(max(decide_le) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        from ${legitimesDe(sql`signales.contact_id`)}
      ) as legitime_le
    from signales
    cross join lateral (
      select ${RAISONS} as raisons, ${RAISONS_VUES} as raisons_vues
      from signalements
      where signalements.contact_id = signales.contact_id
    ) as trouves
    left join cartes on cartes.contact_id = signales.contact_id
    order by montant desc, length(signales.contact_id), signales.contact_id`.execute(db)
  return rows.map(({ raisons, histoire, ...donateur }) => ({
    ...donateur,
    raisons: sentences(raisons, donateur, { ...donateur, histoire }),
  }))
}

/** A slice of the filtered donors, largest amount first. */
async function readLignes(
  db: Db,
  filtres: VerificationFiltres,
  { offset, limit }: { offset: number; limit: number },
): Promise<DonateurAVerifier[]> {
  const condition = matching(filtres, await readFinOf(db, filtres))
  return readDonateurs(
    db,
    sql`${condition} order by montant desc, length(contact_id), contact_id limit ${limit} offset ${offset}`,
  )
}

const ROWS_AT_ONCE = 10_000

/** The waves, where nothing is filtered, and the donors. */
async function* linesOf(
  tx: Db,
  filtres: VerificationFiltres,
  atOnce: number,
): AsyncGenerator<LigneAVerifier[]> {
  const { etat, ...others } = filtres
  const isWhole = etat === 'a_verifier' && Object.values(others).every((one) => one === undefined)
  if (isWhole) yield (await readVagues(tx)).map(lineOfWave)
  yield* inBatches(atOnce, (part) => readLignes(tx, filtres, part))
}

/** Streams what there is to review as CSV for French Excel, in screen order, from one snapshot. */
export const writeAVerifier = (
  db: Db,
  filtres: VerificationFiltres,
  atOnce = ROWS_AT_ONCE,
): AsyncGenerator<string> =>
  writeColonnes(
    COLONNES_A_VERIFIER,
    streamSnapshot(db, (snapshot) => linesOf(snapshot, filtres, atOnce)),
  )

/** Those of these contacts still to be reviewed. */
export const readChoisis = (db: Db, contacts: readonly string[]): Promise<DonateurAVerifier[]> =>
  readDonateurs(db, sql`contact_id = any(${contacts}::text[]) and ${ETATS.a_verifier}`)

interface Total {
  bilan: Bilan
  montant_a_verifier: number
  shown: number
}

const AUCUN: Total = {
  bilan: { signales: 0, montant: 0, a_verifier: 0, exclus: 0, legitimes: 0, collectifs: 0 },
  montant_a_verifier: 0,
  shown: 0,
}

/** Outcomes for all donors and per rule, in one pass; `shown` counts those matching `condition`. */
async function readTotals(
  tx: Db,
  condition: RawBuilder<unknown>,
): Promise<{ total: Total; regles: AVerifier['regles'] }> {
  const { rows } = await sql<Bilan & Omit<Total, 'bilan'> & { regle: CodeRegle | null }>`
    with signales as materialized (select *, ${condition} as shown from ${signales()} as signales)
    select
      regle,
      count(*) as signales,
      coalesce(sum(montant), 0) as montant,
      count(*) filter (where ${ETATS.a_verifier}) as a_verifier,
      count(*) filter (where ${ETATS.exclus}) as exclus,
      count(*) filter (where ${ETATS.legitimes}) as legitimes,
      count(*) filter (where ${ETATS.collectifs}) as collectifs,
      coalesce(sum(montant) filter (where ${ETATS.a_verifier}), 0) as montant_a_verifier,
      count(*) filter (where shown) as shown
    from signales
    cross join unnest(array_append(regles, null)) as regle
    group by regle`.execute(tx)
  const totals = new Map(
    rows.map(({ regle, montant_a_verifier, shown, ...bilan }) => [
      regle,
      { bilan, montant_a_verifier, shown },
    ]),
  )
  const poids = await readPoids(tx)
  const muettes = await readRarete(tx)
  return {
    total: totals.get(null) ?? AUCUN,
    regles: REGLES.map(({ code, libelle, points }) => {
      const { bilan } = totals.get(code) ?? AUCUN
      const own = poids.get(code) ?? 100
      return {
        code,
        libelle,
        points,
        poids: own,
        poids_propose: propose(bilan, own),
        muette: muettes.get(code) ?? null,
        ...bilan,
      }
    }),
  }
}

/** A page of the donors to review, and what every rule found; past the end, the last page. */
export const readAVerifier = (
  db: Db,
  { page, limit, ...filtres }: VerificationFiltres & PageQuery,
): Promise<AVerifier> =>
  inSnapshot(db, async (tx) => {
    const etat = await tx
      .selectFrom('signalements_etat')
      .select('trouves_le')
      .executeTakeFirstOrThrow()
    const fin = await readFinOf(tx, filtres)
    const condition = matching(filtres, fin)
    const { total, regles } = await readTotals(tx, condition)
    const { pagination, offset } = locatePage({ page, limit }, total.shown)
    return {
      trouves_le: etat.trouves_le?.toISOString() ?? null,
      en_retard: await isBehind(tx, fin),
      points_min: SEUILS.points,
      total: total.bilan.a_verifier,
      montant: total.montant_a_verifier,
      bilan: total.bilan,
      regles,
      vagues: await readVagues(tx),
      donateurs: await readLignes(tx, filtres, { offset, limit }),
      pagination,
    }
  })
