import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { demanderEffacement, donneesPersonne, effacer } from '#contract/rgpd'
import { plural } from '#figures/format'
import { today } from '#figures/today'
import type { Config } from '../../config'
import { whileFree } from '../../platform/database/abandon'
import type { Db } from '../../platform/database/connect'
import { csvRoute } from '../../platform/http/csv'
import { requireDecideur } from '../../platform/http/identite'
import { route } from '../../platform/http/route'
import { Problem } from '../../problem'
import { noter } from '../oppositions/noter'
import { isSame, listDemandes } from './demandes'
import { anonymiseDonateur, exportPersonne, listPersonne } from './donateur'

async function using<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

/** All that is stored of a person, as a file; throws a Problem where nothing is. */
async function* write(text: Promise<string> | string): AsyncGenerator<string> {
  yield await text
}

/** Empties the cards of a person who asked for it, all of their numbers; throws a Problem where nobody did, or the same who noted it. */
const forget = (pool: pg.Pool, contact: string, par: string): Promise<number> =>
  using(pool, async (client) => {
    const contacts = await listPersonne(client, contact)
    const demandes = await listDemandes(client, contacts)
    if (demandes.length === 0)
      throw new Problem(
        'conflit',
        'Aucun effacement de cette personne n’est demandé, ou il est fait.',
      )
    if (demandes.some((demande) => isSame(demande.par, par)))
      throw new Problem(
        'invalide',
        'Une autre personne que celle qui a noté la demande doit l’exécuter.',
        { champ: 'nom' },
      )
    for (const one of contacts) await anonymiseDonateur(client, one, par)
    return contacts.length
  })

/** Registers what a person may ask of what is stored of them. */
export function registerRgpd(
  app: FastifyInstance,
  { config, db, pool }: { config: Config; db: Db; pool: pg.Pool },
): void {
  csvRoute(app, donneesPersonne, async ({ query: { contact_id } }) => {
    const donnees = await using(pool, (client) => exportPersonne(client, contact_id))
    if (!donnees)
      throw new Problem('introuvable', `Le contact ${contact_id} n’existe pas.`, {
        champ: 'contact_id',
      })
    return {
      name: 'donnees-personne.json',
      lines: write(`${JSON.stringify(donnees, undefined, 2)}\n`),
    }
  })

  route(app, demanderEffacement, async ({ body: { contact_id, raison, nom }, request }) => {
    const par = requireDecideur(request, nom)
    const jour = today()
    const { ecrites } = await whileFree(() =>
      noter(
        db,
        { contacts: [contact_id], emails: [], colonnes: null },
        { nature: 'effacement', jour, raison, par },
      ),
    )
    return {
      message:
        ecrites === 0
          ? 'L’effacement était déjà demandé.'
          : 'L’effacement est demandé\u00A0: cette personne n’est plus dans aucune sélection.',
    }
  })

  route(app, effacer, async ({ body: { contact_id, nom }, request }) => {
    if (!config.RGPD_ECRAN)
      throw new Problem(
        'conflit',
        'Ici, l’effacement se fait par la commande «\u00A0npm run rgpd -- --demandes\u00A0».',
      )
    const par = requireDecideur(request, nom)
    const contacts = await forget(pool, contact_id, par)
    return {
      message: `${plural(contacts, 'fiche est vidée', 'fiches sont vidées')}\u00A0: les dons restent, sans nom ni coordonnées.`,
    }
  })
}
