import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Evenement } from '#contract/exclusions'
import { distinguer, effetFusion, effetSeparation, fusionner, separer } from '#contract/groupes'
import { plural } from '#figures/format'
import { whileFree } from '../../platform/database/abandon'
import type { Db } from '../../platform/database/connect'
import { readDecideur } from '../../platform/http/identite'
import { route } from '../../platform/http/route'
import { readEffetFusion, readEffetSeparation } from './effet'
import { type Decideur, distinguish, fuse, separate } from './record'

interface Demande {
  raison: string
  decide_par: string
  demande_id?: string | undefined
  nom?: string | undefined
}

const decideur = (
  request: FastifyRequest,
  { raison, decide_par, demande_id = randomUUID(), nom }: Demande,
): Decideur => ({ raison, decide_par, demande_id, identite: readDecideur(request, nom) })

const SPACE = '\u00A0'

function announceFusion(evenements: readonly Evenement[]): string {
  const fusions = evenements.filter(({ type }) => type === 'FUSION')
  const principals = [...new Set(fusions.map(({ contact_principal }) => contact_principal))]
  const [only] = principals
  if (only && principals.length === 1)
    return `${fusions.map(({ contact_id }) => contact_id).join(', ')} et ${only} sont la même personne${SPACE}: elle compte pour un donateur, sous le numéro ${only}.`
  return `${plural(fusions.length + principals.length, 'contact')} comptent désormais comme ${plural(principals.length, 'donateur')}.`
}

/** Registers the calls that say who is the same person. */
export function registerGroupes(app: FastifyInstance, { db }: { db: Db }): void {
  route(app, fusionner, async ({ body, request }) => {
    const evenements = await whileFree(() => fuse(db, body, decideur(request, body)))
    return { message: announceFusion(evenements), evenements }
  })

  route(app, separer, async ({ body, request }) => {
    const evenements = await whileFree(() => separate(db, body, decideur(request, body)))
    const reste = evenements.find(({ type }) => type === 'FUSION')?.contact_principal
    const rendus = evenements.filter(({ type }) => type === 'REINTEGRATION')
    return {
      message: `Le contact ${body.contact_id} compte à nouveau par son propre numéro${reste ? `, les autres sous le numéro ${reste}` : ''}.${rendus.length > 0 ? ` ${plural(rendus.length, 'contact est réintégré', 'contacts sont réintégrés')}${SPACE}: ${rendus.map(({ contact_id }) => contact_id).join(', ')}.` : ''}`,
      evenements,
    }
  })

  route(app, distinguer, async ({ body, request }) => {
    const evenements = await whileFree(() => distinguish(db, body.paires, decideur(request, body)))
    return {
      message:
        evenements.length === 1
          ? 'Ces deux contacts sont deux personnes. Ils ne seront plus proposés, sauf pour une raison nouvelle.'
          : `${plural(evenements.length, 'paire')} de contacts sont deux personnes à chaque fois. Elles ne seront plus proposées, sauf pour une raison nouvelle.`,
      evenements,
    }
  })

  route(app, effetFusion, ({ body }) => readEffetFusion(db, body))
  route(app, effetSeparation, ({ params }) => readEffetSeparation(db, params.contact_id))
}
