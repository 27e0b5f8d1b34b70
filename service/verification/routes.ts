import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { collectif, collectifs, direCollectif } from '#contract/collectifs'
import { changerMot, mots } from '#contract/lexique'
import { peser, poidsDeRegle } from '#contract/poids'
import { exclureVague, uneVague, vagueLegitime } from '#contract/vagues'
import {
  aVerifier,
  aVerifierChoisis,
  aVerifierCsv,
  decisions,
  decisionsCsv,
  juger,
  verificationDonateur,
} from '#contract/verification'
import { citer, formatCount, formatDay } from '#figures/format'
import { whileFree } from '../platform/database/abandon'
import type { Db } from '../platform/database/connect'
import { csvRoute } from '../platform/http/csv'
import { readDecideur } from '../platform/http/identite'
import { route } from '../platform/http/route'
import { keepDerived } from '../platform/jobs/derived'
import { Problem } from '../problem'
import { readCollectif, readCollectifs } from './collectifs/lire'
import { readDecisions, writeDecisions } from './decisions'
import { readVerification } from './donateur'
import { judge, sayCollectif } from './juger'
import { changeMot, readMots } from './listes/mots'
import { readPoidsDeRegle, weigh } from './poids'
import { readAVerifier, readChoisis, writeAVerifier } from './queue'
import { SIGNALEMENTS } from './trouver'
import { announceExcluded, excludeWave, readVague, sayHonest } from './vagues'

/**
 * Registers the review of possibly fake donors. The search runs after each refresh, once the service listens.
 */
export function registerVerification(
  app: FastifyInstance,
  { db, files, log }: { db: Db; files: Db; log: Logger },
): void {
  const failure = 'recherche des donateurs à vérifier remise à plus tard'
  keepDerived(app, { db, log }, SIGNALEMENTS, failure)

  route(app, aVerifier, ({ query }) => readAVerifier(db, query))
  csvRoute(app, aVerifierCsv, ({ query }) => ({
    name: 'donateurs-a-verifier.csv',
    lines: writeAVerifier(files, query),
  }))
  route(app, aVerifierChoisis, async ({ body }) => ({
    donateurs: await readChoisis(db, body.contacts),
  }))
  route(app, verificationDonateur, ({ params }) => readVerification(db, params.contact_id))

  route(app, juger, async ({ body, request }) => {
    const { decision_id = randomUUID(), nom, ...asked } = body
    const identite = readDecideur(request, nom)
    const decision = await whileFree(() => judge(db, { ...asked, decision_id, identite }))
    return {
      message: `Le donateur ${decision.contact_id} est jugé légitime. Il ne reviendra que pour une raison nouvelle.`,
      decision,
    }
  })
  route(app, collectifs, () => readCollectifs(db))
  route(app, collectif, ({ params }) => readCollectif(db, params.contact_id))
  route(app, direCollectif, async ({ body, request }) => {
    const { decision_id = randomUUID(), nom, ...asked } = body
    const identite = readDecideur(request, nom)
    const decision = await whileFree(() => sayCollectif(db, { ...asked, decision_id, identite }))
    const { contact_id, nature } = decision
    return {
      message:
        nature === 'COLLECTIF'
          ? `Le contact ${contact_id} est un contact collectif\u00A0: ses dons comptent, et lui pour un seul donateur.`
          : `Le contact ${contact_id} n’est pas, ou n’est plus, un contact collectif.`,
      decision,
    }
  })
  route(app, mots, () => readMots(db))
  route(app, changerMot, async ({ body, request }) => {
    const { nom, ...asked } = body
    const identite = readDecideur(request, nom)
    if (identite === null)
      throw new Problem('invalide', 'Dites qui décide\u00A0: votre nom.', { champ: 'nom' })
    const acte = await whileFree(() => changeMot(db, { ...asked, identite }))
    return {
      message: `${citer(acte.mot)} ${acte.retire ? 'n’est plus' : 'est désormais'} dans la liste. Les donateurs à vérifier suivent dans un instant.`,
      acte,
    }
  })
  route(app, uneVague, ({ query }) => readVague(db, query))
  route(app, vagueLegitime, async ({ body, request }) => {
    const { nom, ...asked } = body
    const identite = readDecideur(request, nom)
    const { donateurs, jour } = await whileFree(() => sayHonest(db, { ...asked, identite }))
    return {
      message: `La vague du ${formatDay(jour)} est jugée légitime\u00A0: ses ${formatCount(donateurs)} donateurs ne sont plus à vérifier pour elle.`,
    }
  })
  route(app, exclureVague, async ({ body, request }) => {
    const { nom, ...asked } = body
    const identite = readDecideur(request, nom)
    const exclus = await whileFree(() => excludeWave(db, { ...asked, identite }))
    return { message: announceExcluded(exclus), exclus }
  })
  route(app, poidsDeRegle, ({ params }) => readPoidsDeRegle(db, params.regle))
  route(app, peser, async ({ body, request }) => {
    const { decision_id = randomUUID(), nom, ...asked } = body
    const identite = readDecideur(request, nom)
    if (identite === null)
      throw new Problem('invalide', 'Dites qui décide\u00A0: votre nom.', { champ: 'nom' })
    const acte = await whileFree(() => weigh(db, { ...asked, decision_id, identite }))
    return {
      message: `La règle ${acte.regle} pèse ${acte.poids}\u00A0% de ses points. La liste suit dans un instant.`,
      acte,
    }
  })
  route(app, decisions, ({ query }) => readDecisions(db, query))
  csvRoute(app, decisionsCsv, ({ query }) => ({
    name: 'donateurs-legitimes.csv',
    lines: writeDecisions(files, query),
  }))
}
