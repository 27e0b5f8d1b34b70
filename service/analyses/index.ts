import type { FastifyInstance } from 'fastify'
import { definitions } from '#contract/definitions'
import aDate from './a-date'
import activite from './activite'
import { type Analysis, call, type Given } from './analysis'
import campagnes from './campagnes'
import codes from './codes'
import cohortes from './cohortes'
import couts from './couts'
import croisements from './croisements'
import dashboard from './dashboard'
import { arrondis, carriere, readDefinitions } from './definitions'
import deuxiemeDon from './deuxieme-don'
import donateurs from './donateurs'
import fidelite from './fidelite'
import geographie from './geographie'
import grille from './grille'
import horizon from './horizon'
import montants from './montants'
import nouveauxAnciens from './nouveaux-anciens'
import objectifs from './objectifs'
import parametres from './parametres'
import reguliers from './reguliers'
import reperes from './reperes'
import suspects from './suspects'
import ventilation from './ventilation'

/** Every analysis, in the order of the definitions page. */
const ANALYSES: readonly Analysis[] = [
  parametres,
  horizon,
  dashboard,
  aDate,
  objectifs,
  suspects,
  arrondis,
  montants,
  reperes,
  nouveauxAnciens,
  deuxiemeDon,
  activite,
  fidelite,
  donateurs,
  reguliers,
  geographie,
  croisements,
  cohortes,
  grille,
  carriere,
  campagnes,
  ventilation,
  couts,
  codes,
  {
    calls: [
      call(definitions, ({ params, ...given }) => readDefinitions(ANALYSES, given, params.annee)),
    ],
  },
]

/** Registers every analysis; they only read views, possibly from a replica. */
export function registerAnalyses(app: FastifyInstance, given: Given): void {
  for (const register of ANALYSES.flatMap(({ calls = [] }) => calls)) register(app, given)
}
