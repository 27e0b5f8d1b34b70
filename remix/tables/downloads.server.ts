import { activiteEvolution, activiteStats } from '#contract/activite'
import {
  campagnesEvolution,
  donateursMixtes,
  parcoursPremierDernier,
  repartitionGlobale,
} from '#contract/campagnes'
import { statsGraphiques, statsMensuelles } from '#contract/dashboard'
import { nonFidelesCampagnes, segmentationAnnuelle, segmentationGlobale } from '#contract/donateurs'
import { effetExclusion } from '#contract/exclusions'
import { journalImports } from '#contract/imports'
import { montantsDernierDon, montantsTotalAnnuel } from '#contract/montants'
import {
  nouveauxAnciens,
  nouveauxCampagnes,
  nouveauxMedia,
  nouveauxOrigine,
} from '#contract/nouveaux-anciens'
import { parametres } from '#contract/parametres'
import { call } from '../service.server'
import * as actifs from './activite'
import * as campagnes from './campagnes'
import * as dashboard from './dashboard'
import { collectTables } from './define.server'
import * as donateurs from './donateurs'
import { effetTable } from './exclusions'
import { journalDesImports } from './imports'
import * as montant from './montants'
import * as nouveaux from './nouveaux-anciens'
import { ofAll, ofYear, type Reader } from './readers.server'

/** A table of every year's campaign profiles, which needs the name of the first campaign. */
const ofProfiles =
  (build: typeof campagnes.evolutionCampagnes): Reader =>
  async (request) => {
    const [{ campagne_produit: produit }, evolution] = await Promise.all([
      call(parametres, {}, request),
      call(campagnesEvolution, {}, request),
    ])
    return build(produit, evolution)
  }

/** Every table that can be downloaded, by the name of its file. */
export const downloads: Record<string, Reader> = {
  ...collectTables(
    import.meta.glob<object>(['./*.server.ts', '!./downloads.server.ts'], { eager: true }),
  ),

  'donations-par-annee': ofYear(statsGraphiques, dashboard.donationsParAnnee),
  'montants-par-annee': ofYear(statsGraphiques, dashboard.montantsParAnnee),
  'donations-cumulees': ofYear(statsMensuelles, dashboard.donationsCumulees),
  'montants-cumules': ofYear(statsMensuelles, dashboard.montantsCumules),

  'montant-total-annuel': ofAll(montantsTotalAnnuel, montant.montantTotalAnnuel),
  'tranches-total-annuel': ofAll(montantsTotalAnnuel, montant.partsTotalAnnuel),
  'montant-dernier-don': ofAll(montantsDernierDon, montant.montantDernierDon),
  'tranches-dernier-don': ofAll(montantsDernierDon, montant.partsDernierDon),

  'nouveaux-anciens-par-periode': ofYear(nouveauxAnciens, nouveaux.nouveauxParPeriode),
  'nouveaux-anciens-periodes': ofYear(nouveauxAnciens, nouveaux.nouveauxSimples),
  'nouveaux-anciens-par-annee': ofAll(campagnesEvolution, nouveaux.nouveauxParAnnee),
  'objectifs-nouveaux-anciens': ofYear(nouveauxAnciens, nouveaux.objectifsNouveaux),
  'nouveaux-par-code-media': ofYear(nouveauxMedia, nouveaux.nouveauxParMedia),
  'nouveaux-anciens-par-profil': ofYear(nouveauxCampagnes, nouveaux.nouveauxParProfil),
  'nouveaux-anciens-par-code-origine': ofYear(nouveauxOrigine, nouveaux.nouveauxParOrigine),

  'activite-par-periode': ofYear(activiteStats, actifs.activiteParPeriode),
  'activite-periodes': ofYear(activiteStats, actifs.activiteSimple),
  'activite-par-annee': ofAll(activiteEvolution, actifs.activiteParAnnee),
  'objectif-actifs': ofYear(activiteStats, actifs.objectifActifs),

  'segmentation-annuelle': ofAll(segmentationAnnuelle, donateurs.segmentsParAnnee),
  'segments-par-annee': ofAll(segmentationAnnuelle, donateurs.partsSegments),
  'segmentation-globale': ofAll(segmentationGlobale, donateurs.segmentsGlobaux),
  'non-fideles-par-campagne': ofAll(nonFidelesCampagnes, donateurs.nonFideles),

  'evolution-campagnes': ofProfiles(campagnes.evolutionCampagnes),
  'profils-par-annee': ofProfiles(campagnes.profilsParAnnee),
  'fidelite-et-migration': ofAll(parcoursPremierDernier, campagnes.parcoursCampagnes),
  'flux-campagnes': ofAll(parcoursPremierDernier, campagnes.fluxCampagnes),
  'donateurs-mixtes': ofAll(donateursMixtes, campagnes.mixtesParAnnee),
  'repartition-globale': ofAll(repartitionGlobale, campagnes.repartitionCampagnes),

  'effet-exclusion': async (request, query) => {
    const contact_id = query.get('contact_id') ?? ''
    return effetTable(await call(effetExclusion, { params: { contact_id } }, request))
  },
  'journal-des-imports': async (request) =>
    journalDesImports(await call(journalImports, { query: { limit: 20 } }, request)),
}
