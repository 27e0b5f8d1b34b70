import { type RawBuilder, sql } from 'kysely'
import {
  type CodeDoublon,
  CODES_DOUBLONS,
  type Doublons,
  type DoublonsFiltres,
  type FicheDoublon,
  type GroupeDoublon,
  REGLES_SURES,
} from '#contract/doublons'
import { CARTE } from '#contract/identite'
import type { PageQuery } from '#contract/pagination'
import { groupBy } from '#figures/grouper'
import { writeColonnes } from '#files/colonnes'
import { COLONNES_DOUBLONS, type LigneDoublon } from '#files/doublons-columns'
import type { Db } from '../../platform/database/connect'
import { inBatches, inSnapshot, streamSnapshot } from '../../platform/database/snapshot'
import { locatePage } from '../../platform/http/page'
import { isAwaiting, isLate } from '../../platform/jobs/derived'
import { actuels, countGroupes, ORDRE } from './actuels'
import { DOUBLONS } from './chercher'
import { CONTRE } from './contre'
import { GROUPES } from './grouper'
import { LIBELLES } from './libelles'

interface Bilan {
  regle: CodeDoublon
  fusionnes: number
  distincts: number
}

/** What people made of each rule's pairs: the principals that some are members of, and those told apart. */
async function readBilans(tx: Db): Promise<Map<CodeDoublon, Bilan>> {
  const { rows } = await sql<Bilan>`
    with membres as materialized (
      select contact_id, contact_principal as principal from groupes_contacts
      union
      select contact_principal, contact_principal from groupes_contacts
    ),
    fusionnes as (
      select regle, count(distinct une.principal) as fusionnes
      from membres as une
      join doublons using (contact_id)
      join membres as autre on autre.contact_id = autre_id and autre.principal = une.principal
      group by regle
    ),
    distincts as (
      select regle, count(*) as distincts
      from contacts_distincts
      join doublons on contact_id = contact_a and autre_id = contact_b and cle = any(connues)
      group by regle
    )
    select regle, coalesce(fusionnes, 0) as fusionnes, coalesce(distincts, 0) as distincts
    from fusionnes
    full join distincts using (regle)`.execute(tx)
  return new Map(rows.map((row) => [row.regle, row]))
}

interface Ligne {
  contacts: string[]
  principal: string
  regles: CodeDoublon[]
  sur: boolean
  contre: (keyof typeof CONTRE)[]
  donateurs: number
  montant: number
}

/** The cards of these contacts, as they are compared. */
async function readFiches(tx: Db, contacts: readonly string[]): Promise<Map<string, FicheDoublon>> {
  const { rows } = await sql<FicheDoublon>`
    with carrieres as materialized (
      select contact_id, montant, nombre, premier_jour, dernier_jour
      from carrieres_presentes
      where contact_id = any(${contacts}::text[])
    )
    select
      fiches.contact_id, ${sql.join(CARTE.map((column) => sql.ref(column)))}, is_company,
      exists (select from contacts_exclus where contacts_exclus.contact_id = fiches.contact_id) as exclu,
      coalesce(nombre, 0) as donations, coalesce(montant, 0) as montant,
      premier_jour as premier_don, dernier_jour as dernier_don
    from (select * from fiches where contact_id = any(${contacts}::text[])) as fiches
    left join carrieres on carrieres.contact_id = fiches.contact_id`.execute(tx)
  return new Map(rows.map((fiche) => [fiche.contact_id, fiche]))
}

interface Paire {
  contact_a: string
  contact_b: string
  connues: string[]
  /** The numbers that they count by. */
  entre: string[]
}

/** The reasons of pairs of these contacts and of who counts as them. */
async function readPaires(tx: Db, contacts: readonly string[]): Promise<Paire[]> {
  const { rows } = await sql<Paire>`
    with membres as materialized (
      select contact_id, contact_principal as principal
      from groupes_contacts
      where contact_principal = any(${contacts}::text[])
      union all
      select contact_id, contact_id from unnest(${contacts}::text[]) as contact_id
    )
    select doublons.contact_id as contact_a, autre_id as contact_b, array_agg(cle order by cle) as connues,
      array[une.principal, autre.principal] as entre
    from membres as une
    join doublons using (contact_id)
    join membres as autre on autre.contact_id = autre_id and autre.principal <> une.principal
    group by doublons.contact_id, autre_id, une.principal, autre.principal
    order by doublons.contact_id, autre_id`.execute(tx)
  return rows
}

/** The groups that a clause picks of the actual ones, in the screen's order, with their cards. */
async function readActuels(
  tx: Db,
  of: RawBuilder<unknown>,
  suite: RawBuilder<unknown>,
): Promise<GroupeDoublon[]> {
  const { rows } = await sql<Ligne>`
    select contacts, principal, regles, sur, contre, donateurs, montant
    from ${of} as actuels
    ${suite}`.execute(tx)
  const all = [...new Set(rows.flatMap(({ contacts }) => contacts))]
  const [fiches, paires] = [await readFiches(tx, all), await readPaires(tx, all)]
  const pairesDe = groupBy(paires, ({ entre: [premier] }) => premier)
  return rows.map(({ contacts, principal, regles, sur, contre, donateurs, montant }) => {
    const told = CODES_DOUBLONS.filter((code) => regles.includes(code))
    return {
      principal_propose: principal,
      contacts: [principal, ...contacts.filter((contact) => contact !== principal)].flatMap(
        (contact) => fiches.get(contact) ?? [],
      ),
      raisons: told.map((code) => LIBELLES[code][1]),
      contre: contre.map((code) => CONTRE[code]),
      regles: told,
      sur,
      montant,
      effet: { donateurs: Math.max(0, donateurs - 1) },
      paires: contacts
        .flatMap((contact) => pairesDe.get(contact) ?? [])
        .filter(({ entre }) => entre.every((contact) => contacts.includes(contact)))
        .map(({ contact_a, contact_b, connues }) => ({ contact_a, contact_b, connues })),
    }
  })
}

/** A slice of the groups, by rule, then most euros first. */
const readGroupes = (
  tx: Db,
  { regle }: DoublonsFiltres,
  { offset, limit }: { offset: number; limit: number },
): Promise<GroupeDoublon[]> =>
  readActuels(
    tx,
    actuels(regle, sql`${ORDRE} limit ${offset + limit}`),
    sql`${ORDRE} limit ${limit} offset ${offset}`,
  )

/** Those of these groups that are still proposed. */
export const readChoisis = (
  db: Db,
  groupes: readonly (readonly string[])[],
): Promise<GroupeDoublon[]> =>
  inSnapshot(db, (tx) => {
    const asked = sql`contacts in (
      select array(select jsonb_array_elements_text(un) collate "C" as contact order by contact)
      from jsonb_array_elements(${JSON.stringify(groupes)}::jsonb) as un
    )`
    return readActuels(tx, actuels(undefined, sql`and ${asked}`), sql`where ${asked} ${ORDRE}`)
  })

/** How many groups are proposed now. */
export const countDoublons = async (db: Db): Promise<number> =>
  (await countGroupes(db)).get('tous') ?? 0

/** A page of the contacts who may be the same person, and what came of each rule; past the end, the last page. */
export const readDoublons = (
  db: Db,
  { page, limit, ...filtres }: DoublonsFiltres & PageQuery,
): Promise<Doublons> =>
  inSnapshot(db, async (tx) => {
    const { trouves_le } = await tx
      .selectFrom('doublons_etat')
      .select('trouves_le')
      .executeTakeFirstOrThrow()
    const proposes = await countGroupes(tx)
    const bilans = await readBilans(tx)
    const { pagination, offset } = locatePage(
      { page, limit },
      proposes.get(filtres.regle ?? 'tous') ?? 0,
    )
    return {
      trouves_le: trouves_le?.toISOString() ?? null,
      en_retard:
        (await isAwaiting(tx)) || (await isLate(tx, DOUBLONS)) || (await isLate(tx, GROUPES)),
      total: proposes.get('tous') ?? 0,
      regles: CODES_DOUBLONS.map((code) => ({
        code,
        libelle: LIBELLES[code][0],
        sure: REGLES_SURES.includes(code),
        proposes: proposes.get(code) ?? 0,
        fusionnes: bilans.get(code)?.fusionnes ?? 0,
        distincts: bilans.get(code)?.distincts ?? 0,
      })),
      groupes: await readGroupes(tx, filtres, { offset, limit }),
      pagination,
    }
  })

const GROUPES_AT_ONCE = 5_000

async function* numbered(
  batches: AsyncIterable<readonly GroupeDoublon[]>,
): AsyncGenerator<LigneDoublon[]> {
  let before = 0
  for await (const groupes of batches) {
    yield groupes.flatMap((groupe, at) =>
      groupe.contacts.map((fiche) => ({ numero: before + at + 1, groupe, fiche })),
    )
    before += groupes.length
  }
}

/** Streams the proposals in the screen's order, a row for each contact, from one snapshot. */
export const writeDoublons = (
  db: Db,
  filtres: DoublonsFiltres,
  atOnce = GROUPES_AT_ONCE,
): AsyncGenerator<string> =>
  writeColonnes(
    COLONNES_DOUBLONS,
    streamSnapshot(db, (snapshot) =>
      numbered(inBatches(atOnce, (part) => readGroupes(snapshot, filtres, part))),
    ),
  )
