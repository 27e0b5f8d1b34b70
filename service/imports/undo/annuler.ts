import { type RawBuilder, sql } from 'kysely'
import type { ResultatImport, TypeFichier } from '#contract/imports'
import { FIELDS } from '#files/entetes'
import { closePassage, lockAlone } from '../../platform/database/alone'
import type { Db } from '../../platform/database/connect'
import { createFilled, isDistributed } from '../../platform/database/repartition'
import type { Schema } from '../../platform/database/schema'
import { Problem } from '../../problem'
import type { ImportJob } from '../entries/entry'
import { asFiches } from '../fichiers/importer'
import { undoRefunds } from '../fichiers/refunds'
import { createComptes } from '../parsing/lecture'
import { createDepot, depotOf, dropDepot, fichesDe, KEY } from '../staging/depot'
import { assignments, type Comparison, otherColumns } from '../writing/comparison'
import { undoDites } from '../writing/dites'
import { withJournal } from '../writing/journal'
import { noteSommes } from '../writing/sommes'
import { type Annulable, kept, type Partie, readAnnulation, staysOf } from './annulation'

interface Counts {
  retires: number
  modifies: number
}

const resultatOf = ({ retires, modifies }: Counts): ResultatImport => ({
  inseres: 0,
  modifies,
  retires,
  inchanges: 0,
  doublons: 0,
  rejetes: 0,
  rejets_gardes: 0,
  zeros: 0,
  total_rows: retires + modifies,
  montant_fichier: 0,
  montant_doublons: 0,
  montant_ecrit: 0,
})

/** Runs a statement that must write so many rows. */
async function run(
  tx: Db,
  { type }: Partie,
  count: number,
  statement: RawBuilder<unknown>,
): Promise<void> {
  if (count === 0) return
  const { numAffectedRows } = await statement.execute(tx)
  if (numAffectedRows !== BigInt(count)) throw new Error('an undoing did not write every row')
  await sql`call apres_ecriture(${type})`.execute(tx)
}

/** Fills a depot with the rows as they were, and lists all that goes or comes back, as an import lists its changes. */
async function fill(
  tx: Db,
  comparison: Comparison,
  partie: Partie,
  dons: Partie | undefined,
): Promise<Counts> {
  const { type, depot } = comparison
  const key = sql.ref(KEY[type])
  await sql`
    insert into ${depot.lignes}
    select r.*
    from lignes_avant_import as a
    cross join lateral jsonb_populate_record(
      null::${sql.table(type)}, a.avant || jsonb_build_object(${KEY[type]}::text, a.cle)
    ) as r
    where a.fichier_id = ${partie.fichierId} and a.avant is not null`.execute(tx)
  const amount = type === 'donations' ? sql`, t.order_amount` : sql``
  await createFilled(
    tx,
    { table: depot.ecarts, model: type, key: KEY[type] },
    sql`
      select t.${key}, null::tid as place, false as nouveau${amount}
      from ${kept(partie)}
      where not (${staysOf(partie, dons)})`,
  )
  // Asked of the two tables alone: several servers know no place of a row behind an outer join.
  await sql`
    update ${depot.ecarts} as e set place = s.ctid from ${depot.lignes} as s where s.${key} = e.${key}`.execute(
    tx,
  )
  await sql`analyze ${depot.lignes}`.execute(tx)
  await sql`analyze ${depot.ecarts}`.execute(tx)
  const { rows } = await sql<Counts>`
    select count(*) filter (where place is null) as retires, count(place) as modifies
    from ${depot.ecarts}`.execute(tx)
  return rows[0] ?? { retires: 0, modifies: 0 }
}

/**
 * What an undoing writes is the negative of what the import wrote, year by year and contact by contact, or what was kept of
 * before is not what the import replaced: throws a Problem. An import of before the sums has none to compare.
 */
async function checkOpposite(tx: Db, annulation: string, annule: string): Promise<void> {
  const { rows } = await sql`
    select
    from sommes_dons
    where ecriture in (select numero from ecritures_dons where fichier_id in (${annulation}, ${annule}))
      and exists (select from ecritures_dons where fichier_id = ${annule})
    group by annee, tranche
    having row(sum(dons), sum(centimes), sum(empreintes), sum(empreintes_pesees)) <> row(0, 0, 0, 0)
    limit 1`.execute(tx)
  if (rows.length > 0)
    throw new Problem(
      'conflit',
      'Les lignes gardées d’avant cet import ne sont plus celles qu’il a remplacées\u00a0: quelqu’un les a changées dans la base. Rien n’est annulé.',
    )
}

/** Puts a table back as it was before an import. */
async function undoPart(
  tx: Db,
  job: ImportJob,
  partie: Partie,
  dons: Partie | undefined,
): Promise<Counts> {
  const { type } = partie
  const depotId = job.type === 'fichier' && type === 'donateurs' ? fichesDe(job.id) : job.id
  const comparison: Comparison = {
    type,
    depot: depotOf(depotId),
    columns: FIELDS[type].map(({ field }) => field),
  }
  const { depot } = comparison
  const key = sql.ref(KEY[type])
  const table = sql.table(type)
  await createDepot(tx, depotId, type)
  const counts = await fill(tx, comparison, partie, dons)
  const { retires, modifies } = counts
  await noteSommes(tx, job.id, comparison, 'ecarts')
  if (type === 'donations') await checkOpposite(tx, job.id, partie.fichierId)
  const extent = { nouveaux: 0, modifies: modifies + retires, isCompared: true }
  await withJournal(tx, job.id, comparison, extent, async () => {
    await run(
      tx,
      partie,
      modifies,
      sql`
        update ${table} as t
        set ${assignments(otherColumns(comparison), 's')}
        from ${depot.ecarts} as e
        join ${depot.lignes} as s on s.${key} = e.${key} and s.ctid = e.place
        where t.${key} = e.${key}`,
    )
    await run(
      tx,
      partie,
      retires,
      sql`delete from ${table} as t using ${depot.ecarts} as e where t.${key} = e.${key} and e.place is null`,
    )
  })
  await sql`drop table ${depot.ecarts}`.execute(tx)
  await dropDepot(tx, depotId)
  return counts
}

/**
 * Forgets the keys that an import told, of contacts that nothing is about any more: no gift, no card, and nothing that
 * somebody decided or objected to, which must find them again. Their numbers are never given again.
 */
async function undoIdentities(tx: Db, fichierId: string): Promise<void> {
  await sql`
    create temporary table nommes on commit drop as
    select contact_id from identites where fichier_id = ${fichierId}
    union
    select unnest(array[contact_id, autre_id]) from identites_ambigues where fichier_id = ${fichierId}`.execute(
    tx,
  )
  await sql`create temporary table connus (contact_id text) on commit drop`.execute(tx)
  // Table by table: several servers join none of these with another.
  for (const [table, column] of [
    ['donations', 'contact_id'],
    ['donateurs', 'contact_id'],
    ['evenements_exclusion', 'contact_id'],
    ['evenements_exclusion', 'contact_principal'],
    ['decisions_legitimes', 'contact_id'],
    ['oppositions_actes', 'contact_id'],
    ['listes_membres', 'contact_id'],
  ] as const)
    await sql`
      insert into connus
      select distinct ${sql.ref(column)}
      from ${sql.table(table)}
      where ${sql.ref(column)} in (select contact_id from (select contact_id from nommes offset 0) as ceux)`.execute(
      tx,
    )
  const isKnown = (contact: RawBuilder<unknown>) =>
    sql`${contact} collate "default" in (select contact_id from connus)`
  await sql`
    delete from identites
    where fichier_id = ${fichierId} and not ${isKnown(sql`contact_id`)}`.execute(tx)
  await sql`
    delete from identites_ambigues
    where fichier_id = ${fichierId} and not (${isKnown(sql`contact_id`)} and ${isKnown(sql`autre_id`)})`.execute(
    tx,
  )
}

/** Forgets by which keys gifts came that an import told, of contacts that had one key before it, and of gifts that it brought. */
async function undoVoies(tx: Db, fichierId: string): Promise<void> {
  if (await isDistributed<Schema>(tx)) return
  await sql`
    delete from voies_dons
    where voie in (select voie from voies where fichier_id = ${fichierId} and voie <> '')
      or don_id in (select cle from lignes_avant_import where fichier_id = ${fichierId} and avant is null)`.execute(
    tx,
  )
  await sql`delete from voies where fichier_id = ${fichierId}`.execute(tx)
}

async function lock(tx: Db, { type }: ImportJob): Promise<void> {
  const tables = type === 'fichier' ? (['donateurs', 'donations'] as const) : [type]
  for (const one of tables)
    await sql`select pg_advisory_xact_lock(hashtext(${`imports:${one}`}))`.execute(tx)
  await sql`lock table ${sql.join(tables.map((one) => sql.table(one)))} in share row exclusive mode`.execute(
    tx,
  )
}

async function checkUndoable(tx: Db, annule: string): Promise<Annulable> {
  const found = await readAnnulation(tx, annule)
  if (found.raison !== null) throw new Problem('conflit', found.raison)
  return found
}

/** Undoes an import within the caller's transaction; returns what became of its gifts, or its cards if it had only them. */
export async function annuler(tx: Db, job: ImportJob, annule: string): Promise<ResultatImport> {
  await lock(tx, job)
  const { parties } = await checkUndoable(tx, annule)
  const dons = job.type === 'fichier' ? parties.find(({ type }) => type === 'donations') : undefined
  const undo = async (type: TypeFichier) => {
    const partie = parties.find((one) => one.type === type)
    return resultatOf(partie ? await undoPart(tx, job, partie, dons) : { retires: 0, modifies: 0 })
  }
  const resultat = await undo(job.type === 'donateurs' ? 'donateurs' : 'donations')
  if (job.type === 'fichier') {
    const fiches = { fichierId: fichesDe(job.id), lecture: createComptes('donateurs').comptes }
    await asFiches(tx, job, fiches, () => undo('donateurs'))
    await undoRefunds(tx, annule)
    await undoIdentities(tx, annule)
    await undoVoies(tx, annule)
  }
  await undoDites(tx, annule)
  await lockAlone(tx, () => closePassage(tx))
  return resultat
}
