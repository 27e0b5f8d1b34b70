import { sql } from 'kysely'
import type { ResultatImport } from '#contract/imports'
import type { Db } from '../../platform/database/connect'
import type { Demande, ImportJob } from '../entries/entry'
import { countImports } from '../entries/read'
import { plusLa } from '../failure'
import { fichesDe } from '../staging/depot'
import { areKept } from '../writing/before'
import { noteDites, noterGroupes } from '../writing/dites'
import type { Order } from '../writing/order'
import type { Progress, Tell } from '../writing/progress'
import { write } from '../writing/write'
import { prevoir } from './compte'
import { deposer } from './dons'
import { ditesDe } from './fiches'
import { retenir } from './identites'
import { tablesOf } from './lues'
import { exigerLues, readNoted } from './notees'
import { keepRefunds } from './refunds'
import { type Lisible, ordreDe, rempliesDe } from './remplir'
import { retenirRemboursements } from './rendus'
import { keepFeuilles } from './suite'
import { type Addition, sommeDe } from './vocabulaire'
import { noterVoies } from './voies'

/** What the writing of one of both files is, of an import's work; rows are told of the second alone, and never go back. */
const part = (progress: Progress, from: number, share: number): Progress => {
  const rows = (traitees: number | undefined) => (from < 0.5 ? 0 : traitees)
  const within = ({ fait, etape, reste }: Parameters<Tell>[1]) => {
    const all = Math.max(1, fait + etape + reste)
    return {
      fait: from + (share * fait) / all,
      etape: (share * etape) / all,
      reste: 1 - from - (share * (fait + etape)) / all,
    }
  }
  const tell: Tell = (step, travail, traitees) => progress(step, within(travail), rows(traitees))
  return Object.assign(tell, {
    counted: ((tx, depot, pas, work) =>
      progress.counted(
        tx,
        depot,
        { ...pas, travail: within(pas.travail), ...(from < 0.5 && { traitees: 0 }) },
        work,
      )) satisfies Progress['counted'],
  })
}

/**
 * Gives the cards a file of their own, and its import once `work` has written them: another one, of the same moment.
 */
export async function asFiches(
  tx: Db,
  job: Pick<ImportJob, 'id'>,
  {
    fichierId,
    lecture,
    isForgotten = false,
  }: Pick<Order, 'fichierId' | 'isForgotten'> & { lecture: object },
  work: () => Promise<ResultatImport>,
): Promise<void> {
  await sql`
    insert into fichiers (fichier_id, type, nom, taille, sha256, lecture, en_depot, depose_le, depose_par, de)
    select ${fichierId}::uuid, 'donateurs', nom, taille, sha256, ${JSON.stringify(lecture)}::jsonb, false,
      depose_le, depose_par, fichier_id
    from fichiers where fichier_id = ${job.id}`.execute(tx)
  const resultat = await work()
  await sql`
    insert into imports (
      fichier_id, statut, attempt, importe_par, commence_le, termine_le, etape, pourcentage, traitees, total, resultat,
      lignes_gardees, annule, partage
    )
    select ${fichierId}::uuid, 'completed', attempt, importe_par, commence_le, clock_timestamp(), 'Terminé', 100,
      ${resultat.total_rows}, ${resultat.total_rows}, ${JSON.stringify(resultat)}::jsonb, ${!isForgotten && areKept(resultat)},
      (select fichier_id from fichiers where de = annule), partage
    from imports where fichier_id = ${job.id}`.execute(tx)
}

/** The rejects of the reading that is imported: of its rows, and refunds whose gift nobody has. */
async function garderRejets(tx: Db, job: ImportJob, { lectureId }: Lisible, { table }: Addition) {
  await sql`delete from imports_rejets where fichier_id = ${job.id}`.execute(tx)
  await sql`insert into imports_rejets select * from ${tablesOf(lectureId).ecartees}`.execute(tx)
  await sql`
    insert into imports_rejets
    select ${job.id}::uuid, ligne, left(texte, 60000), 'remboursement_sans_don', 'remboursement_sans_don'
    from ${table('rendus')}
    where ligne in (select ligne from ${table('orphelins')})
    order by ligne limit 10000`.execute(tx)
}

/**
 * Finds the reading that an import was asked with, whether its account said that it can be undone, and what that account
 * made of its rows: made anew where another import ended since.
 */
async function trouver(tx: Db, job: ImportJob) {
  const { demande } = await tx
    .selectFrom('imports')
    .select('demande')
    .where('fichier_id', '=', job.id)
    .executeTakeFirstOrThrow()
  const { lecture, empreinte } = demande as Demande
  const noted = await readNoted(tx, job.id, empreinte)
  if (!noted?.lues) throw plusLa()
  const { lecture_id: lectureId, lues, compte } = noted
  await exigerLues(tx, lectureId, lues)
  const lisible: Lisible = { lectureId, lecture, lues }
  const isSame = noted.apres === (await countImports(tx))
  const prevu = (isSame && noted.prevu) || (await prevoir(tx, lisible))
  return { lisible, prevu, annulable: compte?.annulable ?? true }
}

/**
 * Imports donors and gifts of a tool's file within the caller's transaction: cards first. Returns what became of the
 * gifts.
 */
export async function importerOutil(
  tx: Db,
  job: ImportJob,
  progress: Progress,
): Promise<ResultatImport> {
  for (const type of ['donateurs', 'donations'])
    await sql`select pg_advisory_xact_lock(hashtext(${`imports:${type}`}))`.execute(tx)
  await sql`lock table donateurs, donations in share row exclusive mode`.execute(tx)
  await progress('Rapprochement des donateurs et des dons', { fait: 0, etape: 0.2, reste: 0.8 })
  const { lisible, prevu, annulable } = await trouver(tx, job)
  const { identification, addition } = rempliesDe(lisible)
  await retenir(tx, identification, job.id)
  await keepRefunds(tx, job.id, () => retenirRemboursements(tx, addition))
  await garderRejets(tx, job, lisible, addition)
  await noterVoies(tx, identification, addition, job.id)
  await deposer(tx, addition, job.id)
  const fiches = {
    ...ordreDe('donateurs', fichesDe(lisible.lectureId), prevu.fiches),
    isForgotten: !annulable,
  }
  await noteDites(tx, { ...fiches, fichierId: job.id }, ditesDe(addition))
  await asFiches(tx, job, fiches, () => write(tx, fiches, part(progress, 0.2, 0.3)))
  await noterGroupes(tx)
  const { dons, mis_a_zero } = prevu
  const lues = sommeDe(lisible.lues.lignes)
  const { sansJour } = lisible.lues
  const suite = await keepFeuilles(tx, job.id, lisible)
  await sql`
    update fichiers set lecture = lecture || ${JSON.stringify({ ...dons, mis_a_zero, lues, suite, sansJour })}::jsonb
    where fichier_id = ${job.id}`.execute(tx)
  return write(tx, ordreDe('donations', job.id, dons), part(progress, 0.5, 0.5))
}
