import type { FastifyInstance } from 'fastify'
import type { Config } from '../config'
import type { Db } from '../database/connect'
import { registerADate } from './a-date'
import { registerActivite } from './activite'
import { registerCampagnes } from './campagnes'
import { registerCohortes } from './cohortes'
import { registerDashboard } from './dashboard'
import { registerDefinitions } from './definitions'
import { registerDeuxiemeDon } from './deuxieme-don'
import { registerDonateurs } from './donateurs'
import { registerFidelite } from './fidelite'
import { registerGrille } from './grille'
import { registerHorizon } from './horizon'
import { registerMontants } from './montants'
import { registerNouveauxAnciens } from './nouveaux-anciens'
import { registerParametres } from './parametres'
import { registerReperes } from './reperes'
import { registerVentilation } from './ventilation'
import { registerVentilationMois } from './ventilation-mois'

/** Every analysis. A new one is added here. */
const ANALYSES: readonly ((app: FastifyInstance, deps: { config: Config; db: Db }) => void)[] = [
  registerParametres,
  registerHorizon,
  registerDashboard,
  registerADate,
  registerMontants,
  registerNouveauxAnciens,
  registerActivite,
  registerCampagnes,
  registerDonateurs,
  registerCohortes,
  registerVentilation,
  registerVentilationMois,
  registerDefinitions,
  registerFidelite,
  registerDeuxiemeDon,
  registerGrille,
  registerReperes,
]

/** Registers every analysis; they read views only, and may read them from a replica. */
export function registerAnalyses(app: FastifyInstance, deps: { config: Config; db: Db }): void {
  for (const register of ANALYSES) register(app, deps)
}
