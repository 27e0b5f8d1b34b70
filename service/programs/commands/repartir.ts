import { reasonOf } from '#process/reason'
import { run } from '../../platform/database/command'
import type { Db } from '../../platform/database/connect'
import { distribute } from '../../platform/database/distribute'
import { openForCommand } from '../../platform/database/open'
import { isDistributed } from '../../platform/database/repartition'
import { computeAlone } from '../../publication/rafraichissement/run'

/** Computes the figures on the servers, with the rights of the service, which owns them. */
async function compute(): Promise<void> {
  const service = await openForCommand(process.env, 'service')
  try {
    await computeAlone(service)
  } finally {
    await service.close()
  }
}

/** The data are distributed all the same. */
const sayWhoComputes = (error: unknown) =>
  console.error(
    `Les chiffres ne sont pas encore calculés, le service le fera à son démarrage : ${reasonOf(error)}`,
  )

/** Throws an Error with a French sentence where contacts count as others: on several servers none can. */
async function refuseGroups(db: Db): Promise<void> {
  const grouped = await db.selectFrom('groupes_contacts').select('contact_id').limit(1).execute()
  if (grouped.length > 0)
    throw new Error(
      'des contacts sont réunis comme une même personne, ce que plusieurs serveurs ne savent pas compter : séparez-les d’abord.',
    )
}

/** `npm run repartir`: runs as the database's owner; first while no service runs, later for added servers. */
async function main(): Promise<void> {
  const owner = await openForCommand(process.env, 'owner')
  try {
    const isFirst = !(await isDistributed(owner.db))
    if (isFirst) await refuseGroups(owner.db)
    const servers = await distribute(owner.db)
    console.log(`Les données sont réparties sur ${servers} serveurs.`)
    if (isFirst) await compute().catch(sayWhoComputes)
  } finally {
    await owner.close()
  }
}

run('La répartition a échoué', main)
