import type pg from 'pg'
import { readArguments } from '#process/arguments'
import { run } from '../../platform/database/command'
import { openForCommand } from '../../platform/database/open'
import { anonymiseDonateur, exportDonateur, listPersonne } from '../rgpd/donateur'
import { rewriteOwned, rewriteTables } from '../rgpd/traces'

/** Anonymises one contact and says what was done; by its number where it is one of several. */
async function erase(client: pg.ClientBase, contact: string, named: boolean): Promise<void> {
  const done = await anonymiseDonateur(client, contact)
  // It may be known to a file that comes later, which then has nothing of it either.
  if (Object.values(done).every((found) => Number(found) === 0))
    console.log(
      `Ni fiche, ni don, ni décision sous le numéro ${contact}\u00A0: est-ce le bon\u202F?`,
    )
  if (named) console.log(`Contact ${contact}, de la même personne :`)
  console.log(done.carte ? 'La fiche est vidée.' : 'Ce contact n’a pas de fiche.')
  console.log(`Raisons de le vérifier effacées : ${done.signalements}`)
  console.log(`Lignes rejetées effacées : ${done.lignesRejetees}`)
  console.log(`Dons gardés, sans nom : ${done.donations}`)
  console.log(`Événements d’exclusion gardés, sans nom : ${done.evenements}`)
  console.log(`Décisions « légitime » gardées, sans nom : ${done.decisions}`)
}

/** Exit code where nothing is stored of a contact. */
const UNKNOWN = 2

/** Whether a value has nothing in it but empty lists. */
const isNothing = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.values(value).every(isNothing))

/** `npm run rgpd -- --contact ID (--exporter | --anonymiser)`. */
async function main(): Promise<void> {
  const { contact, exporter, anonymiser } = readArguments({
    options: {
      contact: { type: 'string' },
      exporter: { type: 'boolean', default: false },
      anonymiser: { type: 'boolean', default: false },
    },
  }).values
  if (!contact || exporter === anonymiser)
    throw new Error('indiquez --contact ID, et --exporter ou --anonymiser.')
  const database = await openForCommand(process.env, 'service')
  const client = await database.pool.connect()
  try {
    const [own, ...others] = await listPersonne(client, contact)
    if (own === undefined) throw new Error('indiquez --contact ID.')
    if (exporter) {
      const autres = []
      for (const other of others) autres.push(await exportDonateur(client, other))
      const { contact_id, ...rest } = await exportDonateur(client, own)
      if (others.length === 0 && isNothing(rest)) {
        console.error(
          `Rien n’est enregistré sous le numéro ${contact_id}\u00A0: est-ce le bon\u202F?`,
        )
        process.exitCode = UNKNOWN
        return
      }
      const all = { contact_id, ...rest }
      const whole = autres.length > 0 ? { ...all, meme_personne: autres } : all
      console.log(JSON.stringify(whole, undefined, 2))
      return
    }
    for (const one of [own, ...others]) await erase(client, one, others.length > 0)
    await rewriteTables(client)
  } finally {
    client.release()
    await database.close()
  }
  if (!(await rewriteAsOwner()))
    console.log(
      'Les modèles de fichiers gardés et les échantillons que PostgreSQL garde de ses colonnes (pg_statistic) n’ont pas été réécrits : donnez dans DATABASE_OWNER_URL l’adresse du propriétaire de la base, et recommencez.',
    )
  console.log(
    'Effacez aussi ce contact des fichiers à importer et des sauvegardes encore gardées. Les journaux de transactions de PostgreSQL (pg_wal) l’oublient d’eux-mêmes, à mesure qu’ils sont repris.',
  )
}

/** As the owner, which may not touch the service's tables here, see refuseLogOwner. */
async function rewriteAsOwner(): Promise<boolean> {
  const database = await openForCommand(process.env, 'owner')
  const client = await database.pool.connect()
  try {
    return await rewriteOwned(client)
  } finally {
    client.release()
    await database.close()
  }
}

run('La demande a échoué', main)
