import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { effetEnsemble, exclureEnsemble } from '#contract/exclure-plusieurs'
import {
  type Chaine,
  chaine,
  type Evenement,
  effetExclusion,
  exclure,
  exclusionsListe,
  historique,
  historiqueCsv,
  reintegrer,
  EXCLUS_AU_PLUS,
  type Exclusions,
} from '#contract/exclusions'
import type { Config } from '../config'
import { toTheEnd, whileFree } from '../platform/database/abandon'
import type { Db } from '../platform/database/connect'
import { csvRoute } from '../platform/http/csv'
import { readDecideur } from '../platform/http/identite'
import { route } from '../platform/http/route'
import { createVerifier } from './chaine'
import type { Commande } from './decide'
import { readEffet } from './effet'
import { readEffetEnsemble, recordAll, sumOfEvents } from './exclude-many'
import { registerGroupes } from './groupes/routes'
import { readHistorique, writeHistorique } from './historique'
import { announce, announceAll } from './phrases'
import type { Check } from './record'

/** The currently excluded donors, latest first, up to the response's limit, and their total. */
async function listExclusions(db: Db): Promise<Exclusions> {
  const exclusions = await db
    .selectFrom('donateurs_exclus')
    .innerJoin('evenements_exclusion', 'evenements_exclusion.numero', 'donateurs_exclus.numero')
    .select([
      'donateurs_exclus.contact_id',
      'raison',
      'exclu_par',
      sql<string>`to_char(survenu_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as(
        'exclu_le',
      ),
      'donateurs_exclus.numero',
    ])
    .orderBy('donateurs_exclus.numero', 'desc')
    .limit(EXCLUS_AU_PLUS)
    .execute()
  const { total } = await db
    .selectFrom('donateurs_exclus')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { exclusions, total }
}

interface Deps {
  config: Config
  db: Db
  check: Check
}

/** The event of the contact that was asked for. */
function firstOf([evenement]: readonly Evenement[]): Evenement {
  if (!evenement) throw new Error('Une commande, un événement.')
  return evenement
}

/**
 * Registers the calls that exclude and reinstate donors and show their history. `check` refuses an exclusion whose
 * reasons have changed since seen.
 */
export function registerExclusions(app: FastifyInstance, { db, config, check }: Deps): void {
  registerGroupes(app, { db })
  route(app, exclusionsListe, () => listExclusions(db))

  route(app, exclure, async ({ body, request }) => {
    const { evenement_id = randomUUID(), nom, ...asked } = body
    const identite = readDecideur(request, nom)
    const commande: Commande = { ...asked, type: 'EXCLUSION', evenement_id, identite }
    const evenements = await whileFree(() => recordAll(db, [commande], check))
    const { donations, montant } = sumOfEvents(evenements)
    return {
      message: announce(evenements),
      donations_exclues: donations,
      montant_exclu: montant,
      evenement: firstOf(evenements),
    }
  })

  route(app, exclureEnsemble, async ({ body, request }) => {
    const identite = readDecideur(request, body.nom)
    const commandes = body.donateurs.map(({ evenement_id = randomUUID(), ...asked }): Commande => ({
      ...asked,
      exclu_par: body.exclu_par,
      type: 'EXCLUSION',
      evenement_id,
      identite,
    }))
    const evenements = await whileFree(() => recordAll(db, commandes, check))
    const { donations, montant } = sumOfEvents(evenements)
    return {
      message: announceAll(evenements, commandes.length),
      donations_exclues: donations,
      montant_exclu: montant,
      evenements,
    }
  })

  route(app, reintegrer, async ({ body, request }) => {
    const { evenement_id = randomUUID(), nom, ...asked } = body
    const identite = readDecideur(request, nom)
    const commande: Commande = { ...asked, type: 'REINTEGRATION', evenement_id, identite }
    const evenements = await whileFree(() => recordAll(db, [commande], check))
    return { message: announce(evenements), evenement: firstOf(evenements) }
  })

  route(app, effetExclusion, ({ params }) =>
    readEffet(db, config.CAMPAGNE_PRODUIT, params.contact_id),
  )

  route(app, effetEnsemble, ({ body }) =>
    readEffetEnsemble(db, config.CAMPAGNE_PRODUIT, body.contacts),
  )

  route(app, historique, ({ query }) => readHistorique(db, query))

  csvRoute(app, historiqueCsv, ({ query }) => ({
    name: 'historique-exclusions.csv',
    lines: writeHistorique(db, query),
  }))

  /** A verification may read the whole log: concurrent callers share the running one. */
  const verify = createVerifier(db, config.DATA_DIR)
  let running: Promise<Chaine> | undefined
  route(app, chaine, () => {
    running ??= toTheEnd(() => verify(new Date())).finally(() => (running = undefined))
    return running
  })
}
