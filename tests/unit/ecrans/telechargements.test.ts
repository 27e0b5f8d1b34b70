import { describe, expect, test } from 'vitest'
import { activiteEvolution } from '#contract/activite'
import { anneesCohortes } from '../../../remix/screens/donateurs/cohortes/table.server'
import { collectTables, defineTable } from '../../../remix/tables/define.server'
import { downloads } from '../../../remix/tables/downloads.server'

/** The addresses of the files are links that people keep: none may change or disappear. */
const NAMES = [
  'a-date',
  'actes-de-poids',
  'activite-par-annee',
  'activite-par-periode',
  'activite-periodes',
  'alertes',
  'arretes',
  'cascade-collecte',
  'cases-grille',
  'codes-inconnus',
  'cohortes',
  'cohortes-donateurs',
  'cohortes-montants',
  'cohortes-parts',
  'collectifs-possibles',
  'comptabilite',
  'comptabilite-explications',
  'comptabilite-mois',
  'comptabilite-saisies',
  'contacts-collectifs',
  'controle-projection',
  'controles-base',
  'controles-chiffres',
  'controles-comptabilite',
  'controles-fichiers',
  'controles-journal',
  'controles-par-annee',
  'couts-annuels',
  'couts-campagnes',
  'couts-familles',
  'couts-par-exercice',
  'croisement',
  'croisement-autre-annee',
  'croisement-evolution',
  'croisement-parts',
  'definitions',
  'derive',
  'deuxieme-don',
  'dictionnaire-campagnes',
  'donateurs-mixtes',
  'donateurs-revenus',
  'donations-cumulees',
  'donations-par-annee',
  'effet-collectif',
  'effet-exclusion',
  'effet-exclusions',
  'effet-fusion',
  'effet-separation',
  'effets-de-poids',
  'essais-reguliers',
  'evolution-campagnes',
  'fiche-annees',
  'fiche-dons',
  'fiche-exclusions',
  'fiche-legitime',
  'fiche-montants',
  'fichiers-du-dossier',
  'fidelisation-par-annee',
  'fidelite-et-migration',
  'flux-campagnes',
  'geographie-departements',
  'geographie-regions',
  'grille-rfm',
  'grille-rfm-parts',
  'journal-des-imports',
  'liste-gardee',
  'listes-gardees',
  'listes-retirees',
  'mois-changements',
  'mois-cumul',
  'mois-objectifs',
  'mois-recu',
  'montant-dernier-don',
  'montant-total-annuel',
  'montants-a-date',
  'montants-cumules',
  'montants-par-annee',
  'montants-par-code',
  'mots-de-verification',
  'mouvements-collecte',
  'non-fideles-par-campagne',
  'nouveaux-anciens-par-annee',
  'nouveaux-anciens-par-code-origine',
  'nouveaux-anciens-par-periode',
  'nouveaux-anciens-par-profil',
  'nouveaux-anciens-periodes',
  'nouveaux-par-code-media',
  'objectif-actifs',
  'objectif-mois',
  'objectifs',
  'objectifs-nouveaux-anciens',
  'objectifs-saisies',
  'pourquoi',
  'profils-par-annee',
  'recus-annuels',
  'regles-de-verification',
  'regles-des-doublons',
  'reguliers-par-annee',
  'reguliers-par-mois',
  'repartition-globale',
  'reperes-montants',
  'rythmes-reguliers',
  'segmentation-annuelle',
  'segmentation-globale',
  'segments-par-annee',
  'survie-reguliers',
  'taux-deuxieme-don',
  'taux-fidelite',
  'taux-fidelite-par-annee',
  'tranches-dernier-don',
  'tranches-total-annuel',
  'vague-boites',
  'vague-donateurs',
  'vague-jours',
  'vagues-a-verifier',
  'ventilation',
  'ventilation-mois',
  'ventilation-parts',
]

const named = (name: string) =>
  defineTable(name, activiteEvolution, () => ({ title: name, columns: [], rows: [] }))

describe('Les fichiers des tableaux', () => {
  test('chaque nom de fichier reste, et aucun autre n’existe', () => {
    expect(Object.keys(downloads).sort()).toEqual(NAMES)
  })

  test('un tableau défini dans un module a un fichier de son nom, sans autre liste', () => {
    const modules = { 'un.server.ts': { un: named('un'), aide: () => 'aucun tableau' } }
    expect(Object.keys(collectTables(modules))).toEqual(['un'])
    expect(named('un').build({ data: [] }).name).toBe('un')
  })

  test('deux tableaux du même nom sont refusés, et le refus le nomme', () => {
    const modules = { 'un.server.ts': { un: named('un') }, 'deux.server.ts': { un: named('un') } }
    expect(() => collectTables(modules)).toThrow('un')
  })
})

test('[A1] une page a les dernières années d’une longue table, et le fichier toutes', () => {
  const data = Array.from({ length: 60 }, (_, first) => ({
    cohorte: 1960 + first,
    taille: 10,
    annees: Array.from({ length: 60 - first }, (_, at) => ({
      annee: 1960 + first + at,
      donateurs: 5,
      pourcentage: 50,
      montant: 10,
      valeur_cumulee: 1,
    })),
  }))
  const { rows, columns, omitted } = anneesCohortes.build({ data })
  expect(rows.length * columns.length).toBeLessThanOrEqual(2_500)
  expect(rows.length + (omitted ?? 0)).toBe(1830)
  expect(rows.at(-1)?.slice(0, 2)).toEqual([2019, 2019])
})
