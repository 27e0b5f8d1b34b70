import { drawActiviteParPeriode } from '../../../charts/activite.server'
import { drawProfils } from '../../../charts/campagnes.server'
import { drawDashboard } from '../../../charts/dashboard.server'
import { drawSegments } from '../../../charts/donateurs.server'
import { drawFlows } from '../../../charts/flows.server'
import { drawBands } from '../../../charts/montants.server'
import {
  drawNouveauxParAnnee,
  drawNouveauxParPeriode,
} from '../../../charts/nouveaux-anciens.server'
import { drawObjectif } from '../../../charts/objectifs.server'
import { drawWaterfall } from '../../../charts/waterfall.server'
import { stepsOf } from '../../actifs/fidelite/table.server'
import { flowsOf } from '../../campagnes/parcours-table.server'
import { yearAim } from '../objectifs/aims'
import { type Answers, previsionOf } from './answers.server'

/** Years that a half-page chart has room for. */
const YEARS = 25

/** The report's charts; those by year end with its own, and begin `depuis` one where they leave out some. */
export function drawAll(annee: number, answers: Answers) {
  const { graphiques, mensuelles, periodes, activite, loyalty, produit, parcours, comparison } =
    answers
  const depuis = annee - YEARS + 1
  const upTo = <Found extends { data: { annee: number }[] }>(found: Found): Found => ({
    ...found,
    data: found.data.filter((row) => row.annee >= depuis && row.annee <= annee),
  })
  const { en_cours, au } = comparison
  const running = en_cours && au !== null ? { annee, au } : null
  return {
    depuis: answers.evolution.data.some((row) => row.annee < depuis) ? depuis : null,
    ...drawDashboard({ ...graphiques, prevision: previsionOf(answers) }, mensuelles, {
      running: en_cours ? annee : undefined,
      aim: yearAim(answers.aims, 'montant'),
    }),
    periodes: drawNouveauxParPeriode(periodes, annee),
    nouveaux: drawNouveauxParAnnee(upTo(answers.evolution), annee),
    activite: drawActiviteParPeriode(activite, annee),
    mouvements: loyalty.debut_du_fichier
      ? null
      : drawWaterfall(
          stepsOf(loyalty),
          `Ce qui a fait bouger la collecte, de ${annee - 1} à ${annee}`,
        ),
    tranches: drawBands(
      upTo(answers.bands),
      'Part des tranches de montant total annuel, par année',
      'tranche_total',
    ),
    segments: drawSegments(upTo(answers.segments), running),
    profils: drawProfils(produit, upTo(answers.evolution)),
    objectif: answers.aims.objectifs[0] ? drawObjectif(annee, answers.aims.objectifs[0]) : null,
    flux: drawFlows(flowsOf(parcours), 'Donateurs, de leur première campagne à la dernière'),
  }
}
