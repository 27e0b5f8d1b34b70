import { anneesADate } from '../tables/a-date.server'
import { activiteParPeriode } from '../tables/activite.server'
import { mixtesParAnnee, profilsParAnnee, repartitionCampagnes } from '../tables/campagnes.server'
import {
  donationsCumulees,
  donationsParAnnee,
  montantsCumules,
  montantsParAnnee,
} from '../tables/dashboard.server'
import { segmentsParAnnee } from '../tables/donateurs.server'
import { mouvementsFidelite, tauxFidelite } from '../tables/fidelite.server'
import { partsTotalAnnuel } from '../tables/montants.server'
import { nouveauxParAnnee, nouveauxParPeriode } from '../tables/nouveaux-anciens.server'
import { nouveauxParMedia } from '../tables/nouveaux-codes.server'
import { parcoursCampagnes } from '../tables/parcours.server'
import { reguliersParAnnee } from '../tables/reguliers.server'
import { reperesParAnnee } from '../tables/reperes.server'
import { montantsParCode } from '../tables/ventilation.server'
import { type Answers, previsionOf } from './answers.server'
import { firstCodes, latestYears } from './excerpt'

/** The report's complete tables, in order. */
export const wholeTables = (annee: number, answers: Answers) => ({
  donations: donationsParAnnee.build(annee, answers.graphiques),
  montants: montantsParAnnee.build(annee, answers.graphiques),
  donationsCumulees: donationsCumulees.build(annee, answers.mensuelles),
  montantsCumules: montantsCumules.build(annee, answers.mensuelles),
  aDate: anneesADate.build(annee, answers.comparison),
  periodes: nouveauxParPeriode.build(annee, answers.periodes),
  nouveaux: nouveauxParAnnee.build(answers.evolution),
  medias: nouveauxParMedia.build(annee, answers.medias),
  activite: activiteParPeriode.build(annee, answers.activite),
  taux: tauxFidelite.build(annee, answers.loyalty, answers.loyaltyByYear),
  mouvements: mouvementsFidelite.build(annee, answers.loyalty),
  tranches: partsTotalAnnuel.build(answers.bands),
  reperes: reperesParAnnee.build(answers.marks),
  segments: segmentsParAnnee.build(answers.segments),
  reguliers: reguliersParAnnee.build(answers.regular),
  codes: montantsParCode.build(answers.codes),
  profils: profilsParAnnee.build(answers.produit, answers.evolution),
  parcours: parcoursCampagnes.build(answers.parcours),
  mixtes: mixtesParAnnee.build(answers.mixtes),
  repartition: repartitionCampagnes.build(answers.repartition),
})

export type Tables = ReturnType<typeof wholeTables>

/** Years of regular donors, on what their page has left. */
const REGULIERS = 3

/** How many codes these rows stand for. */
const countOf = (rows: { regroupe?: number | null | undefined }[]): number =>
  rows.reduce((sum, { regroupe }) => sum + (regroupe ?? 1), 0)

/** The tables as printed: the latest years up to the report's, the top codes. */
export function shownTables(annee: number, tables: Tables, answers: Answers): Tables {
  const forecast = previsionOf(answers) ? {} : { totals: undefined }
  const latest = (name: keyof Tables) => latestYears(tables[name], annee)
  return {
    ...tables,
    donations: { ...latest('donations'), ...forecast },
    montants: { ...latest('montants'), ...forecast },
    aDate: latest('aDate'),
    nouveaux: latest('nouveaux'),
    medias: firstCodes(tables.medias, countOf(answers.medias.data)),
    tranches: latest('tranches'),
    reperes: latest('reperes'),
    segments: latest('segments'),
    reguliers: latestYears(tables.reguliers, annee, REGULIERS),
    codes: firstCodes(tables.codes, countOf(answers.codes.data)),
    profils: latest('profils'),
    mixtes: { ...latest('mixtes'), totals: undefined },
  }
}
