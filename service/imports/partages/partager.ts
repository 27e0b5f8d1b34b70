import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ChoixCles } from '#contract/partages'
import { FIELDS } from '#files/entetes'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { Problem } from '../../problem'
import { dernierNumero } from '../fichiers/identites'
import { asFiches } from '../fichiers/importer'
import { lectureOf, ordreDe } from '../fichiers/remplir'
import { createDepot, depotOf, fichesDe } from '../staging/depot'
import { refs } from '../writing/comparison'
import { noteDites } from '../writing/dites'
import type { Progress } from '../writing/progress'
import { bound } from '../writing/transaction'
import { write } from '../writing/write'
import { type Carte, cellulesDe } from './cartes'
import { type Choisi, choisir, lireVoies } from './lire'

/** Who decides, why, and by which request. */
export interface Decideur {
  demande_id: string
  raison: string
  decide_par: string
  identite: string | null
}

/** A few rows are written before anybody could ask how far they are. */
const SILENCE: Progress = Object.assign(() => Promise.resolve(), {
  counted: ((_tx, _depot, _pas, work) => work()) satisfies Progress['counted'],
})

const octets = (cles: readonly string[]) => cles.map((cle) => Buffer.from(cle, 'hex'))

/** The next number under the prefix of the file that the first of these keys came by. */
async function numeroter(tx: Db, fichierId: string | null): Promise<string> {
  const { prefixe } = onlyRow(
    await sql<{ prefixe: string }>`
      select demande #>> '{lecture,prefixe}' as prefixe from imports where fichier_id = ${fichierId}`.execute(
      tx,
    ),
  )
  const numero = (await dernierNumero(tx, prefixe)) + 1
  await sql`
    insert into identites_numeros (prefixe, dernier) values (${prefixe}, ${numero})
    on conflict (prefixe) do update set dernier = excluded.dernier`.execute(tx)
  return `${prefixe}-${String(numero).padStart(6, '0')}`
}

/** Gives the keys, and those that came with them and lead to nobody who stays, to their number. */
async function donnerCles(
  tx: Db,
  ancien: string,
  nouveau: string,
  { partent, restent }: Choisi,
): Promise<Buffer[]> {
  const named = (voies: Choisi['partent']) => octets(voies.map(({ voie }) => voie))
  const cles = (voies: Choisi['partent']) =>
    sql`(select unnest(cles) from voies where contact_id = ${ancien} and voie = any(${named(voies)}::bytea[]))`
  const { rows } = await sql<{ cle: Buffer }>`
    update identites set contact_id = ${nouveau}
    where contact_id = ${ancien} and (
      cle = any(${named(partent)}::bytea[])
      or cle in ${cles(partent)} and cle not in ${cles(restent)}
        and fichier_id in (select fichier_id from identites where cle = any(${named(partent)}::bytea[]))
    )
    returning cle`.execute(tx)
  await sql`
    update voies set contact_id = ${nouveau}
    where contact_id = ${ancien} and voie = any(${named(partent)}::bytea[])`.execute(tx)
  return rows.map(({ cle }) => cle)
}

/** Writes both cards, and when their cells were said. */
async function ecrireFiches(
  tx: Db,
  fichierId: string,
  cartes: readonly { contact_id: string; carte: Carte; jours: object }[],
): Promise<void> {
  const depotId = fichesDe(fichierId)
  const columns = FIELDS.donateurs.map(({ field }) => field)
  const rows = cartes.map(({ contact_id, carte }) => ({ contact_id, ...cellulesDe(carte) }))
  await createDepot(tx, depotId, 'donateurs')
  await sql`
    insert into ${depotOf(depotId).lignes} (${refs(columns)})
    select ${sql.join(
      columns.map((column) =>
        column === 'is_company'
          ? sql`coalesce(r.is_company, nullif(t.is_company, true))`
          : sql.ref(`r.${column}`),
      ),
    )}
    from jsonb_populate_recordset(null::donateurs, ${JSON.stringify(rows)}::jsonb) as r
    left join donateurs as t using (contact_id)`.execute(tx)
  await noteDites(
    tx,
    { fichierId, isForgotten: true },
    sql`
      select r.*
      from jsonb_to_recordset(${JSON.stringify(cartes.map(({ contact_id, jours }) => ({ contact_id, jours })))}::jsonb)
        as ecrites (contact_id text, jours jsonb)
      left join fiches_dites as d on d.contact_id = ecrites.contact_id collate "C"
      cross join lateral jsonb_populate_record(
        null::fiches_dites, coalesce(to_jsonb(d), '{}') || (jours - 'is_company') || jsonb_build_object('contact_id', ecrites.contact_id)
      ) as r`,
  )
  const lecture = lectureOf('donateurs', columns, { total: rows.length, valides: rows.length })
  const order = { ...ordreDe('donateurs', depotId, lecture), isForgotten: true }
  await asFiches(tx, { id: fichierId }, order, () => write(tx, order, SILENCE))
}

/** Writes the gifts of these keys under the new number, as an import of its own. */
async function ecrireDons(
  tx: Db,
  fichierId: string,
  ancien: string,
  nouveau: string,
  { partent }: Choisi,
) {
  const columns = FIELDS.donations.map(({ field }) => field)
  const { lignes } = depotOf(fichierId)
  await createDepot(tx, fichierId, 'donations')
  await sql`
    insert into ${lignes} (${refs(columns)})
    select ${sql.join(columns.map((column) => (column === 'contact_id' ? sql`${nouveau}` : sql.ref(`d.${column}`))))}
    from donations as d
    join voies_dons on don_id = d.id
    where d.contact_id = ${ancien} and voie = any(${octets(partent.map(({ voie }) => voie))}::bytea[])`.execute(
    tx,
  )
  const { total, zeros, centimes } = onlyRow(
    await sql<{ total: number; zeros: number; centimes: number }>`
      select count(*) as total, count(*) filter (where order_amount = 0) as zeros,
        (coalesce(sum(order_amount), 0) * 100)::bigint as centimes
      from ${lignes}`.execute(tx),
  )
  const counts = { total, valides: total - zeros, zeros, centimes }
  const order = ordreDe('donations', fichierId, lectureOf('donations', columns, counts))
  return write(tx, { ...order, isForgotten: true }, SILENCE)
}

/** The number that a request was given before. */
async function findEarlier(tx: Db, demande_id: string, contact_id: string) {
  const { rows } = await sql<{ contact_id: string; nouveau_id: string }>`
    select contact_id, nouveau_id from contacts_partages where demande_id = ${demande_id}`.execute(
    tx,
  )
  const [earlier] = rows
  if (earlier && earlier.contact_id !== contact_id)
    throw new Problem(
      'conflit',
      'Cet identifiant de demande a déjà servi. Rechargez la page et recommencez.',
      { champ: 'demande_id' },
    )
  return earlier?.nouveau_id
}

/**
 * Gives keys of a contact, and the gifts that came by them, a number of their own: an import that moves gifts, an act of the
 * register, and the word of the log that these are two people. Returns that number.
 */
export const partager = (
  db: Db,
  {
    contact_id,
    cles,
    donations_attendues,
  }: ChoixCles & { donations_attendues?: number | undefined },
  qui: Decideur,
): Promise<string> =>
  db.transaction().execute(async (tx) => {
    await bound(tx)
    for (const type of ['donateurs', 'donations'])
      await sql`select pg_advisory_xact_lock(hashtext(${`imports:${type}`}))`.execute(tx)
    await sql`lock table donateurs, donations in share row exclusive mode`.execute(tx)
    const earlier = await findEarlier(tx, qui.demande_id, contact_id)
    if (earlier !== undefined) return earlier
    const lu = await lireVoies(tx, contact_id)
    const choisi = choisir(lu, cles)
    if (donations_attendues !== undefined && donations_attendues !== choisi.donations)
      throw new Problem(
        'conflit',
        'Les dons venus par ces clés ont changé entre-temps. Rechargez la page, lisez et recommencez.',
      )
    const nouveau = await numeroter(tx, choisi.partent[0]?.fichier_id ?? null)
    const id = randomUUID()
    const par = qui.identite ?? qui.decide_par
    await sql`
      insert into fichiers (fichier_id, type, nom, en_depot)
      values (${id}, 'fichier', ${`Séparation de ${contact_id} et ${nouveau}`}, false)`.execute(tx)
    await sql`
      insert into imports (fichier_id, statut, importe_par, commence_le, partage)
      values (${id}, 'processing', ${par}, clock_timestamp(), ${contact_id})`.execute(tx)
    const given = await donnerCles(tx, contact_id, nouveau, choisi)
    await ecrireFiches(tx, id, [
      { contact_id, ...choisi.reste },
      { contact_id: nouveau, ...choisi.part },
    ])
    const resultat = await ecrireDons(tx, id, contact_id, nouveau, choisi)
    await sql`
      update imports
      set statut = 'completed', termine_le = clock_timestamp(), etape = 'Terminé', pourcentage = 100,
        traitees = ${resultat.total_rows}, total = ${resultat.total_rows}, resultat = ${JSON.stringify(resultat)}::jsonb,
        message = ${`Les dons de ${nouveau} ne sont plus ceux de ${contact_id}.`}
      where fichier_id = ${id}`.execute(tx)
    await sql`
      insert into contacts_partages (demande_id, contact_id, nouveau_id, cles, dons, jusqua, fichier_id, raison, decide_par, identite)
      select ${qui.demande_id}, ${contact_id}, ${nouveau}, ${given}::bytea[], ${choisi.donations},
        greatest(max(order_date), (now() at time zone 'Europe/Paris')::date), ${id}, ${qui.raison}, ${qui.decide_par}, ${qui.identite}
      from donations where contact_id in (${contact_id}, ${nouveau})`.execute(tx)
    await sql`
      select from ajouter_groupe(
        ${randomUUID()}, ${contact_id}, 'DISTINCTS', ${nouveau}, ${qui.raison}, ${qui.decide_par}, ${qui.identite}, '{}'
      )`.execute(tx)
    return nouveau
  })
