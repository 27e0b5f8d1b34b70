import { activiteEvolution, activiteStats } from '../../../service/contract/activite'
import * as campagnes from '../../../service/contract/campagnes'
import { deuxiemeDon } from '../../../service/contract/deuxieme-don'
import * as donateurs from '../../../service/contract/donateurs'
import { fidelite, fideliteParAnnee, TAUX } from '../../../service/contract/fidelite'
import { grille } from '../../../service/contract/grille'
import * as nouveaux from '../../../service/contract/nouveaux-anciens'
import { reguliers } from '../../../service/contract/reguliers'
import { ventilation } from '../../../service/contract/ventilation'
import { attendre, somme } from './attendre'

/** The first column of the grid: M1, by R and F. */
function parRangs<Une extends { code: string }>(data: Une[], nombre: (une: Une) => number) {
  const rangs = ['R1', 'R2', 'R3'].flatMap((r) => ['F3', 'F2', 'F1'].map((f) => r + f))
  return [...rangs, 'R4F0'].map((rang) => {
    const une = data.find(({ code }) => code === `${rang}M1`)
    return une ? nombre(une) : 0
  })
}

/** Whatever axis the address names. */
const PAR_CAMPAGNE = { ...ventilation, path: ventilation.path.replace(':axe', 'campagne') }

/** The screens about donors. */
/** First days of what the rows of a year's activity add. */
const BEGINNINGS = ['01-01', '04-01', '07-01', '10-01', '11-01', '12-01']

export const DONATEURS = {
  nouveaux: [
    attendre('Périodes', 'D', nouveaux.nouveauxAnciens, ({ data }) => data.map((row) => row.total)),
    attendre('Par année', 'B', campagnes.campagnesEvolution, ({ data }) =>
      data.map(({ total_nouveaux }) => total_nouveaux),
    ),
    attendre('Par période', 'B', nouveaux.nouveauxAnciens, ({ data, totaux }) => [
      ...data.map((row) => row.nouveaux.nombre),
      totaux.total_nouveaux,
      totaux.total_nouveaux_precedente,
    ]),
    attendre('Objectifs', 'C', nouveaux.nouveauxAnciens, ({ objectifs }) => [
      objectifs.nouveaux.objectif,
      objectifs.anciens.objectif,
    ]),
    attendre('Par code média', 'B', nouveaux.nouveauxMedia, ({ data, totaux }) => [
      ...data.map(({ nouveaux_current }) => nouveaux_current),
      totaux.total_current,
    ]),
    attendre('Par profil de campagne', 'D', nouveaux.nouveauxCampagnes, ({ data, totaux }) => [
      ...data.map(({ nouveaux_previous }) => nouveaux_previous),
      totaux.nouveaux_previous,
    ]),
    attendre('Par code origine', 'B', nouveaux.nouveauxOrigine, ({ data, totaux }) => [
      ...data.map(({ nouveaux_current }) => nouveaux_current),
      totaux.nouveaux_current,
    ]),
  ],
  'deuxieme-don': [
    attendre('Part des revenus', 'C', deuxiemeDon, ({ data }) =>
      data.map(({ mois }) => mois['12'].taux),
    ),
    attendre('Deuxième don', 'B', deuxiemeDon, ({ data }) => data.map((row) => row.nouveaux)),
    attendre('Deuxième don', 'D', deuxiemeDon, ({ data }) =>
      data.map(({ mois }) => mois['3'].avec),
    ),
  ],
  actifs: [
    // Of the running year the periods that have begun.
    attendre('Périodes', 'B', activiteStats, ({ periodes, a_date }) =>
      periodes
        .filter((_, at) => a_date === null || (BEGINNINGS[at] ?? '') <= a_date.au.slice(5))
        .map(({ actifs }) => actifs.nombre),
    ),
    attendre('Par année', 'C', activiteEvolution, ({ data }) =>
      data.map(({ actifs }) => actifs.pourcentage),
    ),
    attendre('Par période', 'J', activiteStats, ({ periodes, stats_annee_precedente }) => [
      ...periodes.map(({ total }) => total),
      stats_annee_precedente.total,
    ]),
    attendre('Objectif', 'C', activiteStats, ({ objectif_actifs }) => [objectif_actifs.objectif]),
  ],
  fidelite: [
    attendre('Taux de l’année', 'B', fidelite, ({ taux }) => TAUX.map((key) => taux[key])),
    attendre('Qui est revenu', 'C', fidelite, ({ effectifs }) => [
      effectifs.nouveaux_conserves,
      effectifs.reactives_conserves,
      effectifs.fideles_conserves,
      effectifs.conserves,
    ]),
    attendre('Cascade', 'B', fidelite, ({ mouvements, montants }) => [
      montants.montant_avant,
      ...mouvements.map(({ ecart }) => ecart),
      montants.montant_apres,
    ]),
    attendre('Mouvements', 'C', fidelite, ({ mouvements, montants }) => [
      ...mouvements.map(({ montant_avant }) => montant_avant),
      montants.montant_avant,
    ]),
    attendre('Fidélisation par année', 'B', fideliteParAnnee, ({ data }) =>
      data
        .flatMap(({ taux, a_date }) => (a_date ? [a_date.taux, taux] : [taux]))
        .map(({ fidelisation }) => fidelisation),
    ),
    attendre('Tous les taux par année', 'H', fideliteParAnnee, ({ data }) =>
      data
        .flatMap(({ taux, a_date }) => (a_date ? [a_date.taux, taux] : [taux]))
        .map(({ acquisition }) => acquisition),
    ),
  ],
  donateurs: [
    attendre('Parts par année', 'B', donateurs.segmentationAnnuelle, ({ data }) =>
      data.map(({ beginners }) => beginners.pourcentage),
    ),
    attendre('Segments par année', 'H', donateurs.segmentationAnnuelle, ({ data }) =>
      data.map(({ total_donateurs }) => total_donateurs),
    ),
    attendre('Toute la carrière', 'B', donateurs.segmentationGlobale, ({ donnees }) => [
      donnees.non_fideles.nombre,
      donnees.fideles.nombre,
      donnees.super_fideles.nombre,
      donnees.total_donateurs,
    ]),
    attendre('Non fidèles par campagne', 'B', donateurs.nonFidelesCampagnes, ({ donnees }) => {
      const { vfl, ...autres } = donnees
      const nombres = [vfl, ...Object.values(autres)].map((part) => part?.nombre ?? 0)
      return [...nombres, somme(nombres)]
    }),
  ],
  reguliers: [
    attendre('Par mois', 'B', reguliers, ({ annees }) =>
      annees.flatMap(({ mois }) => mois.map(({ actifs }) => actifs)),
    ),
    attendre('Par année', 'H', reguliers, ({ annees }) => annees.map(({ montant }) => montant)),
    attendre('Rythmes', 'C', reguliers, ({ rythmes }) =>
      rythmes.map(({ montant_mensuel }) => montant_mensuel),
    ),
    attendre('Durée des séries', 'D', reguliers, ({ survie }) =>
      survie.filter(({ mois, arrets }) => arrets > 0 || mois % 12 === 0).map((row) => row.survie),
    ),
    attendre('Essais passés', 'C', reguliers, ({ essais }) => essais.map(({ recu }) => recu)),
  ],
  grille: [
    attendre('Parts', 'B', grille, ({ data }) => parRangs(data, ({ pourcentage }) => pourcentage)),
    attendre('Grille', 'B', grille, ({ data }) => parRangs(data, (une) => une.donateurs)),
    attendre('Cases', 'E', grille, ({ data }) => data.map(({ montant }) => montant)),
    attendre('Cases', 'F', grille, ({ data }) => data.map(({ don_moyen }) => don_moyen)),
  ],
  campagnes: [
    attendre('Montants par code', 'B', PAR_CAMPAGNE, ({ data, total }) => [
      ...data.map(({ montant }) => montant),
      total.montant,
    ]),
    attendre('Profils', 'E', campagnes.campagnesEvolution, ({ data }) =>
      data.map(({ total_global }) => total_global),
    ),
    attendre('Évolution par profil', 'E', campagnes.campagnesEvolution, ({ data }) =>
      data.map(({ total_nouveaux }) => total_nouveaux),
    ),
    attendre('Flux', 'C', campagnes.parcoursPremierDernier, ({ data }) =>
      data.map(({ nombre_donateurs }) => nombre_donateurs),
    ),
    attendre('Fidélité et migration', 'F', campagnes.parcoursPremierDernier, ({ data }) => {
      const premieres = [...new Set(data.map(({ premiere_campagne }) => premiere_campagne))]
      const nombres = premieres.map((premiere) =>
        somme(
          data
            .filter(({ premiere_campagne }) => premiere_campagne === premiere)
            .map(({ nombre_donateurs }) => nombre_donateurs),
        ),
      )
      return [...nombres, somme(nombres)]
    }),
    attendre('Donateurs mixtes', 'E', campagnes.donateursMixtes, ({ data }) =>
      data.map(({ montant_total_mixtes }) => montant_total_mixtes),
    ),
    attendre('Répartition globale', 'B', campagnes.repartitionGlobale, ({ data, total_global }) => [
      ...data.map(({ nombre_donateurs }) => nombre_donateurs),
      total_global,
    ]),
  ],
} as const
