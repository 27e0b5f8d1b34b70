import type pg from 'pg'
import { readArguments } from '#process/arguments'
import { listDemandes } from '../../donateurs/rgpd/demandes'
import { anonymiseDonateur, exportPersonne, listPersonne } from '../../donateurs/rgpd/donateur'
import { rewriteOwned, rewriteTables } from '../../donateurs/rgpd/traces'
import { run } from '../../platform/database/command'
import { openForCommand } from '../../platform/database/open'

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

/** Exit code where nothing is stored of a contact, and where traces are left that the owner alone can write anew. */
const UNKNOWN = 2
const UNFINISHED = 3

/** Prints what is stored of a person. */
async function print(client: pg.ClientBase, contact: string): Promise<void> {
  const donnees = await exportPersonne(client, contact)
  if (donnees) console.log(JSON.stringify(donnees, undefined, 2))
  else {
    console.error(`Rien n’est enregistré sous le numéro ${contact}\u00A0: est-ce le bon\u202F?`)
    process.exitCode = UNKNOWN
  }
}

/** Anonymises a person, by each of their numbers. */
async function eraseAll(client: pg.ClientBase, contact: string): Promise<void> {
  const contacts = await listPersonne(client, contact)
  for (const one of contacts) await erase(client, one, contacts.length > 1)
}

/** Anonymises everybody who asked for it. */
async function eraseAsked(client: pg.ClientBase): Promise<void> {
  let done = 0
  for (;;) {
    // With one, the other numbers of the same person are done.
    const [next] = await listDemandes(client)
    if (!next) break
    console.log(`Contact ${next.contact_id}, demande notée par ${next.par} :`)
    await eraseAll(client, next.contact_id)
    done += 1
  }
  console.log(done === 0 ? 'Aucun effacement n’est demandé.' : `Demandes exécutées : ${done}`)
}

/** `npm run rgpd -- (--contact ID (--exporter | --anonymiser) | --demandes)`. */
async function main(): Promise<void> {
  const { contact, exporter, anonymiser, demandes } = readArguments({
    options: {
      contact: { type: 'string' },
      exporter: { type: 'boolean', default: false },
      anonymiser: { type: 'boolean', default: false },
      demandes: { type: 'boolean', default: false },
    },
  }).values
  const isAsked = demandes
    ? !contact && !exporter && !anonymiser
    : contact !== undefined && contact !== '' && exporter !== anonymiser
  if (!isAsked)
    throw new Error('indiquez --contact ID, et --exporter ou --anonymiser\u00A0; ou --demandes.')
  const database = await openForCommand(process.env, 'service')
  const client = await database.pool.connect()
  try {
    if (exporter) {
      await print(client, contact ?? '')
      return
    }
    if (demandes) await eraseAsked(client)
    else await eraseAll(client, contact ?? '')
    await rewriteTables(client)
  } finally {
    client.release()
    await database.close()
  }
  if (!(await rewriteAsOwner())) {
    console.error(
      'Les modèles de fichiers gardés et les échantillons que PostgreSQL garde de ses colonnes (pg_statistic) n’ont pas été réécrits : donnez dans DATABASE_OWNER_URL l’adresse du propriétaire de la base, et recommencez.',
    )
    process.exitCode = UNFINISHED
  }
  console.log(
    'Ce qui est effacé ici reste dans les fichiers à importer et dans les sauvegardes encore gardées : effacez-le là aussi. Les journaux de transactions de PostgreSQL (pg_wal) l’oublient d’eux-mêmes, à mesure qu’ils sont repris.',
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
