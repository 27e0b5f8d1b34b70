import { mouvementsFidelite, tauxFidelite } from '../../actifs/fidelite/table.server'
import { activiteParPeriode } from '../../actifs/table.server'
import { coutsParCampagne, coutsParExercice } from '../../campagnes/couts/table.server'
import { parcoursCampagnes } from '../../campagnes/parcours-table.server'
import { mixtesParAnnee, profilsParAnnee, repartitionCampagnes } from '../../campagnes/table.server'
import { montantsParCode } from '../../campagnes/ventilation/table.server'
import { reguliersParAnnee } from '../../donateurs/reguliers/table.server'
import { segmentsParAnnee } from '../../donateurs/table.server'
import { reperesParAnnee } from '../../montant/reperes-table.server'
import { partsTotalAnnuel } from '../../montant/table.server'
import { nouveauxParMedia } from '../../nouveaux/codes-table.server'
import { nouveauxParAnnee, nouveauxParPeriode } from '../../nouveaux/table.server'
import { anneesADate } from '../a-date/table.server'
import { yearAim } from '../objectifs/aims'
import { suiviObjectifs } from '../objectifs/table.server'
import {
  donationsCumulees,
  donationsParAnnee,
  montantsCumules,
  montantsParAnnee,
} from '../table.server'
import { type Answers, previsionOf } from './answers.server'
import { firstCodes, latestYears, withColumns } from './excerpt'

/** The report's complete tables, in order. */
export const wholeTables = (annee: number, answers: Answers) => ({
  donations: donationsParAnnee.build(annee, answers.graphiques),
  montants: montantsParAnnee.build(annee, answers.graphiques),
  donationsCumulees: donationsCumulees.build(annee, answers.mensuelles),
  montantsCumules: montantsCumules.build(annee, {
    mensuelles: answers.mensuelles,
    aim: yearAim(answers.aims, 'montant'),
  }),
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
  couts: coutsParCampagne.build(annee, answers.costs),
  exercices: coutsParExercice.build(answers.costsByYear),
  objectifs: suiviObjectifs.build(annee, answers.aims),
})

export type Tables = ReturnType<typeof wholeTables>

/** Years of regular donors, on what their page has left. */
const REGULIERS = 3

/** What of the costs fits a page. */
const PRINTED_COSTS = [
  'Code',
  'Montant',
  'Nouveaux',
  'Coût',
  'Taux de retour',
  'Reçu pour 1\u00A0€',
  'Coût par nouveau',
  'Rentable',
]

/** Who set an aim, and when, is on screen. */
const PRINTED_AIMS = ({ columns }: Tables['objectifs']) =>
  columns.map(({ title }) => title).slice(0, -2)

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
    couts: withColumns(firstCodes(tables.couts, countOf(answers.costs.data), 12), PRINTED_COSTS),
    objectifs: withColumns(tables.objectifs, PRINTED_AIMS(tables.objectifs)),
    exercices: latest('exercices'),
    mixtes: { ...latest('mixtes'), totals: undefined },
  }
}
