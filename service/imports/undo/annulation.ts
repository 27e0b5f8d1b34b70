import { type RawBuilder, sql } from 'kysely'
import type { Annulation } from '#contract/annulations'
import type { ResultatImport, TypeFichier } from '#contract/imports'
import { citer, formatCount, plural } from '#figures/format'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { isDistributed } from '../../platform/database/repartition'
import type { Schema } from '../../platform/database/schema'
import { Problem } from '../../problem'
import { KEY } from '../staging/depot'
import { asJson, DAYS_KEPT, MOST_KEPT } from '../writing/before'

/** What an import wrote to one table, by the file that its kept rows are of. */
export interface Partie {
  fichierId: string
  type: TypeFichier
}

/** The kept row `a` of a stored row `t`; of another collation, which no index of the table has. */
const keyOf = sql`a.cle collate "default"`

/** Rows of an import, each with the stored one. */
export const kept = ({ fichierId, type }: Partie): RawBuilder<unknown> => sql`
  (select * from lignes_avant_import where fichier_id = ${fichierId}) as a
  left join ${sql.table(type)} as t on t.${sql.ref(KEY[type])} = ${keyOf}`

/** A stored row is not as the import left it. */
const isChanged = ({ type }: Partie) => sql`${asJson(type, () => 't')} is distinct from a.apres`

/**
 * Keys of the rows that a file inserted, and of gifts that it gave to another contact, in the collation of the tables: several
 * servers ask it once, by itself.
 */
const brought = (fichierId: string) => sql`(
  select cle collate "default" as cle
  from lignes_avant_import
  where fichier_id = ${fichierId} and (avant is null or avant ->> 'contact_id' <> apres ->> 'contact_id')
  offset 0
)`

/**
 * Cards that stay although the import of a tool's file inserted them: their contact has gifts that the import does not
 * take back.
 */
export const staysOf = (
  { fichierId, type }: Partie,
  dons: Partie | undefined,
): RawBuilder<boolean> =>
  type === 'donateurs' && dons
    ? sql`a.avant is null and ${keyOf} in (
        select d.contact_id
        from donations as d
        left join ${brought(dons.fichierId)} as repris on repris.cle = d.id
        where repris.cle is null and d.contact_id in (select cle from ${brought(fichierId)} as siennes)
      )`
    : sql`false`

/** The last parting of keys that changed these rows; several servers know none. */
async function readPartage(tx: Db, partie: Partie): Promise<string | undefined> {
  if (await isDistributed<Schema>(tx)) return undefined
  const contact = sql.ref('t.contact_id')
  const { rows } = await sql<{ nom: string }>`
    select nom
    from contacts_partages as p
    join fichiers using (fichier_id)
    where exists (
      select from ${kept(partie)} where ${isChanged(partie)} and ${contact} in (p.contact_id, p.nouveau_id)
    )
    order by p.numero desc limit 1`.execute(tx)
  return rows[0]?.nom
}

async function explainChanged(tx: Db, upload_id: string, partie: Partie): Promise<string | null> {
  const { nombre } = onlyRow(
    await sql<{ nombre: number }>`
      select count(*) as nombre from ${kept(partie)} where ${isChanged(partie)}`.execute(tx),
  )
  if (nombre === 0) return null
  const what = plural(nombre, 'ligne', 'lignes')
  const { rows } = await sql<{ nom: string }>`
    select nom
    from lignes_avant_import as plus_tard
    join imports as i using (fichier_id)
    join fichiers using (fichier_id)
    where i.termine_le > (select termine_le from imports where fichier_id = ${upload_id})
      and plus_tard.cle in (select a.cle from ${kept(partie)} where ${isChanged(partie)})
      and not exists (select from imports as u where u.annule = i.fichier_id and u.statut = 'completed')
    order by i.termine_le desc limit 1`.execute(tx)
  const [later] = rows
  const parted = later ? undefined : await readPartage(tx, partie)
  return later
    ? `L’import de ${citer(later.nom)} a changé depuis ${what} de celui-ci\u00a0: annulez-le d’abord.`
    : parted
      ? `Des dons de cet import ont changé de numéro\u00a0: ${parted}. Il ne peut plus être annulé.`
      : `${nombre === 1 ? 'Une ligne a' : `${what} ont`} changé depuis cet import\u00a0: il ne peut plus être annulé.`
}

interface Trouve {
  type: 'donateurs' | 'donations' | 'fichier'
  nom: string
  termine_le: Date | null
  resultat: ResultatImport
  lignes_gardees: boolean
  annule: string | null
  partage: string | null
  fiches: string | null
  fiches_resultat: ResultatImport | null
  fiches_gardees: boolean | null
  est_ancien: boolean
  est_annule: boolean
}

async function find(tx: Db, upload_id: string): Promise<Trouve> {
  const { rows } = await sql<Trouve>`
    select
      f.type, f.nom, i.termine_le, i.resultat, i.lignes_gardees, i.annule, i.partage,
      fiches.fichier_id as fiches, cartes.resultat as fiches_resultat, cartes.lignes_gardees as fiches_gardees,
      i.termine_le < clock_timestamp() - make_interval(days => ${DAYS_KEPT}) as est_ancien,
      exists (select from imports as u where u.annule = i.fichier_id and u.statut = 'completed') as est_annule
    from imports as i
    join fichiers as f using (fichier_id)
    left join fichiers as fiches on fiches.de = f.fichier_id
    left join imports as cartes on cartes.fichier_id = fiches.fichier_id
    where i.fichier_id = ${upload_id} and i.statut = 'completed' and f.de is null`.execute(tx)
  const [found] = rows
  if (found) return found
  throw new Problem('introuvable', 'Cet import n’existe pas, ou n’est pas terminé.')
}

const changes = (resultat: ResultatImport | null) =>
  resultat === null ? 0 : resultat.inseres + resultat.modifies

/** What an import wrote, table by table: gifts first. */
function partiesOf(
  upload_id: string,
  { type, fiches, resultat, fiches_resultat }: Trouve,
): Partie[] {
  const own: Partie = {
    fichierId: upload_id,
    type: type === 'donateurs' ? 'donateurs' : 'donations',
  }
  return [
    ...(changes(resultat) > 0 ? [own] : []),
    ...(fiches !== null && changes(fiches_resultat) > 0
      ? [{ fichierId: fiches, type: 'donateurs' as const }]
      : []),
  ]
}

/** Why an import cannot be undone by what is known of it. */
function explain(found: Trouve, parties: Partie[]): string | null {
  if (found.annule !== null)
    return 'Une annulation ne s’annule pas\u00a0: importez le fichier à nouveau.'
  if (found.partage !== null)
    return 'Une séparation ne s’annule pas\u00a0: si c’était une erreur, dites sur la fiche de l’un qu’il «\u00a0Est aussi le contact\u00a0» l’autre.'
  if (found.est_annule) return 'Cet import est déjà annulé.'
  if (parties.length === 0) return 'Cet import n’a rien changé\u00a0: il n’y a rien à annuler.'
  const areKept = parties.every(({ fichierId }) =>
    fichierId === found.fiches ? found.fiches_gardees : found.lignes_gardees,
  )
  return areKept && !found.est_ancien
    ? null
    : `Seuls les dix derniers imports s’annulent, pendant ${DAYS_KEPT}\u00a0jours, et s’ils n’ont pas changé plus de ${formatCount(MOST_KEPT)} lignes.`
}

export interface Annulable extends Annulation {
  parties: Partie[]
}

async function countOf(tx: Db, partie: Partie, dons: Partie | undefined) {
  const amount =
    partie.type === 'donations'
      ? sql`coalesce(sum(coalesce((a.avant ->> 'order_amount')::numeric, 0) - t.order_amount), 0)`
      : sql`0`
  return onlyRow(
    await sql<{ retires: number; retablis: number; montant: number }>`
      select count(*) filter (where a.avant is null) as retires, count(a.avant) as retablis, ${amount} as montant
      from ${kept(partie)} where not (${staysOf(partie, dons)})`.execute(tx),
  )
}

/** What undoing an import would do, or why it cannot be undone. Throws a Problem if it is no completed import. */
export async function readAnnulation(tx: Db, upload_id: string): Promise<Annulable> {
  const found = await find(tx, upload_id)
  const parties = partiesOf(upload_id, found)
  const dons =
    found.type === 'fichier' ? parties.find(({ type }) => type === 'donations') : undefined
  let raison = explain(found, parties)
  const answer = {
    dons: { retires: 0, retablis: 0 },
    fiches: { retires: 0, retablis: 0 },
    montant: 0,
  }
  if (raison === null)
    for (const partie of parties) {
      raison ??= await explainChanged(tx, upload_id, partie)
      const { montant, ...counts } = await countOf(tx, partie, dons)
      answer[partie.type === 'donations' ? 'dons' : 'fiches'] = counts
      answer.montant += montant
    }
  const { nom: filename, type, termine_le } = found
  return {
    upload_id,
    filename,
    type,
    termine_le: termine_le?.toISOString() ?? null,
    raison,
    ...answer,
    parties,
  }
}
