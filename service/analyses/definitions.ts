import type { FastifyInstance } from 'fastify'
import { type CodeDefinition, type Definitions, definitions, SECTIONS } from '#contract/definitions'
import type { Config } from '../config'
import type { Db } from '../database/connect'
import { defineADate } from './a-date'
import { defineActivite } from './activite'
import { analysis } from './analysis'
import { defineCampagnes } from './campagnes'
import { defineCohortes } from './cohortes'
import { defineDashboard } from './dashboard'
import { type Regle, regle } from './definition'
import { defineDeuxiemeDon } from './deuxieme-don'
import { defineDonateurs } from './donateurs'
import { defineFidelite } from './fidelite'
import { defineGrille } from './grille'
import { defineMontants } from './montants'
import { defineNouveauxAnciens } from './nouveaux-anciens'
import { defineReperes } from './reperes'
import { defineVentilation } from './ventilation'

export function registerDefinitions(
  app: FastifyInstance,
  { config, db }: { config: Config; db: Db },
): void {
  analysis(app, db, definitions, ({ params }) =>
    readDefinitions(db, config.CAMPAGNE_PRODUIT, params.annee),
  )
}

/** What `#figures/ratios` does, and PostgreSQL's numerics. */
const ARRONDIS = regle({
  titre: 'Arrondis',
  formule:
    'Chaque chiffre est calculé en centimes entiers et arrondi une seule fois, à la fin : les montants au centime, les taux et les évolutions à une décimale. Une moitié s’éloigne de zéro : 6,25 % devient 6,3 %, −56,85 % devient −56,9 %, 12,345 € devient 12,35 €. Les graphiques abrègent selon la même règle.',
  perimetre: 'Tous les chiffres, sur les écrans et dans les fichiers.',
  exemple: null,
  depuis: '2026-11-23',
})

/** Every rule, from beside the code that it is about. */
async function readRegles(
  db: Db,
  produit: string,
  annee: number,
): Promise<Record<CodeDefinition, Regle>> {
  const [
    dashboard,
    aDate,
    montants,
    reperes,
    nouveaux,
    activite,
    donateurs,
    cohortes,
    grille,
    deuxiemeDon,
    fidelite,
    campagnes,
    ventilation,
  ] = await Promise.all([
    defineDashboard(db, annee),
    defineADate(db, annee),
    defineMontants(db, annee),
    defineReperes(db, annee),
    defineNouveauxAnciens(db, annee),
    defineActivite(db, annee),
    defineDonateurs(db, annee),
    defineCohortes(db, annee),
    defineGrille(db),
    defineDeuxiemeDon(db),
    defineFidelite(db, annee),
    defineCampagnes(db, produit, annee),
    defineVentilation(db, annee),
  ])
  return {
    ...dashboard,
    ...aDate,
    ...montants,
    ...reperes,
    ...nouveaux,
    ...activite,
    ...donateurs,
    ...cohortes,
    ...grille,
    ...deuxiemeDon,
    ...fidelite,
    ...campagnes,
    ...ventilation,
    arrondis: ARRONDIS,
  }
}

async function readDefinitions(db: Db, produit: string, annee: number): Promise<Definitions> {
  const regles = await readRegles(db, produit, annee)
  return {
    annee,
    sections: Object.entries(SECTIONS).map(([titre, codes]) => ({
      titre,
      definitions: codes.map((code) => ({ code, ...regles[code] })),
    })),
  }
}
