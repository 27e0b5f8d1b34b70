import { aDate } from '#contract/a-date'
import { activiteStats } from '#contract/activite'
import { arretes } from '#contract/arretes'
import {
  campagnesEvolution,
  donateursMixtes,
  parcoursPremierDernier,
  repartitionGlobale,
} from '#contract/campagnes'
import { couts, coutsAnnees } from '#contract/couts'
import { statsGraphiques, statsMensuelles } from '#contract/dashboard'
import { definitions } from '#contract/definitions'
import { segmentationAnnuelle } from '#contract/donateurs'
import { chaine } from '#contract/exclusions'
import { fidelite, fideliteParAnnee } from '#contract/fidelite'
import { horizon } from '#contract/horizon'
import { montantsTotalAnnuel } from '#contract/montants'
import { nouveauxAnciens, nouveauxMedia } from '#contract/nouveaux-anciens'
import { objectifs } from '#contract/objectifs'
import { parametres } from '#contract/parametres'
import { publications } from '#contract/publications'
import { reguliers } from '#contract/reguliers'
import { reperes } from '#contract/reperes'
import { suspects } from '#contract/suspects'
import { ventilation } from '#contract/ventilation'
import { call } from '../../../service/service.server'

/** The service's responses for a year; for a complete one, the comparison goes up to 31 December. */
export async function readAnswers(request: Request, annee: number) {
  const params = { annee }
  const reach = await call(horizon, {}, request)
  const query = reach.annee_en_cours === annee ? {} : { au: `${annee}-12-31` }
  const [general, year, donors, campaigns] = await Promise.all([
    Promise.all([
      call(parametres, {}, request),
      call(chaine, {}, request),
      call(definitions, { params }, request),
      call(publications, { query: { limit: 1 } }, request),
      call(arretes, {}, request),
    ]),
    Promise.all([
      call(aDate, { params, query }, request),
      call(statsGraphiques, { params }, request),
      call(statsMensuelles, { params }, request),
      call(montantsTotalAnnuel, {}, request),
      call(reperes, {}, request),
      call(suspects, { params }, request),
    ]),
    Promise.all([
      call(nouveauxAnciens, { params }, request),
      call(nouveauxMedia, { params }, request),
      call(activiteStats, { params }, request),
      call(fidelite, { params }, request),
      call(fideliteParAnnee, {}, request),
      call(segmentationAnnuelle, {}, request),
      call(reguliers, {}, request),
    ]),
    Promise.all([
      call(campagnesEvolution, {}, request),
      call(parcoursPremierDernier, {}, request),
      call(donateursMixtes, {}, request),
      call(repartitionGlobale, {}, request),
      call(ventilation, { params: { axe: 'campagne', annee } }, request),
      call(couts, { params }, request),
      call(coutsAnnees, {}, request),
      call(objectifs, { params }, request),
    ]),
  ])
  const [{ campagne_produit: produit }, chain, rules, published, named] = general
  const publication = published.publications[0]?.numero
  const [comparison, graphiques, mensuelles, bands, marks, weights] = year
  const [periodes, medias, activite, loyalty, loyaltyByYear, segments, regular] = donors
  const [evolution, parcours, mixtes, repartition, codes, costs, costsByYear, aims] = campaigns
  return {
    reach,
    produit,
    chain,
    publication,
    arrete: named.arretes.find((one) => one.publication === publication),
    rules,
    comparison,
    graphiques,
    mensuelles,
    bands,
    marks,
    weights,
    periodes,
    medias,
    activite,
    loyalty,
    loyaltyByYear,
    segments,
    regular,
    evolution,
    parcours,
    mixtes,
    repartition,
    codes,
    costs,
    costsByYear,
    aims,
  }
}

export type Answers = Awaited<ReturnType<typeof readAnswers>>

/** The forecast of a running year; that of a closed one is no news. */
export const previsionOf = ({ comparison, graphiques }: Answers) =>
  comparison.en_cours ? graphiques.prevision : null
