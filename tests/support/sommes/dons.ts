import type { z } from 'zod'
import { aDate } from '../../../service/contract/a-date'
import { type Cohortes, cohortes } from '../../../service/contract/cohortes'
import { couts, coutsAnnees } from '../../../service/contract/couts'
import { croisement } from '../../../service/contract/croisements'
import { statsGraphiques, statsMensuelles } from '../../../service/contract/dashboard'
import { geographie } from '../../../service/contract/geographie'
import { montantsDernierDon, montantsTotalAnnuel } from '../../../service/contract/montants'
import { objectifs } from '../../../service/contract/objectifs'
import { reperes } from '../../../service/contract/reperes'
import { ventilation, ventilationMois } from '../../../service/contract/ventilation'
import { attendre, cumuler } from './attendre'

/** What each cohort gave in the first year of all: the others were not there yet. */
const premiereAnnee = (data: z.output<typeof Cohortes>['data']) =>
  data.map(({ annees }) => annees.find(({ annee }) => annee === data[0]?.cohorte)?.montant ?? null)

/** The months of the latest year; those after the last with a gift are not known yet. */
function derniers<Mois extends { nombre_donations: number }>(annees: Record<string, Mois[]>) {
  const mois = annees[Object.keys(annees).sort().at(-1) ?? ''] ?? []
  return mois.slice(0, mois.findLastIndex((un) => un.nombre_donations > 0) + 1)
}

const PREMIERE = '0-20'
const DERNIERE = '5000+'

/** What the screen shows first. */
const CROISEMENT = {
  ...croisement,
  path: `${croisement.path}?lignes=region&colonnes=anciennete&mesure=montant&annee=:annee&parts=lignes&avec=2024`,
}

/** The screens about gifts and their amounts. */
export const DONS = {
  dashboard: [
    attendre('Donations par année', 'B', statsGraphiques, ({ donations_par_annee }) =>
      donations_par_annee.map(({ nombre }) => nombre),
    ),
    attendre('Montants par année', 'B', statsGraphiques, ({ montants_par_annee, prevision }) => [
      ...montants_par_annee.map(({ montant }) => montant),
      prevision?.montant ?? null,
    ]),
    attendre('Donations cumulées', 'B', statsMensuelles, ({ donnees_par_annee }) =>
      cumuler(derniers(donnees_par_annee).map(({ nombre_donations }) => nombre_donations)),
    ),
    attendre('Montants cumulés', 'B', statsMensuelles, ({ donnees_par_annee }) =>
      cumuler(derniers(donnees_par_annee).map(({ montant_total }) => montant_total)),
    ),
  ],
  'a-date': [
    attendre('Montants à date', 'B', aDate, ({ data }) => data.map(({ montant }) => montant)),
    attendre('Années à date', 'B', aDate, ({ data }) => data.map((row) => row.donateurs)),
    attendre('Années à date', 'E', aDate, ({ data }) => data.map(({ montant }) => montant)),
    attendre('Années à date', 'G', aDate, ({ data }) => data.map(({ part_annee }) => part_annee)),
    attendre('Projections passées', 'B', aDate, ({ controle }) =>
      controle.map(({ projete }) => projete),
    ),
    attendre('Projections passées', 'E', aDate, ({ controle }) => controle.map(({ reel }) => reel)),
  ],
  objectifs: [
    attendre('Objectifs', 'C', objectifs, (found) =>
      found.objectifs.map((aim) => aim.a_date).slice(0, 1),
    ),
    attendre('Mois par mois', 'C', objectifs, (found) =>
      (found.objectifs[0]?.mois ?? []).map(({ vise }) => vise),
    ),
    attendre('Fixés et retirés', 'D', objectifs, ({ saisies }) =>
      saisies.map(({ valeur }) => valeur),
    ),
  ],
  montant: [
    attendre('Parts, total annuel', 'B', montantsTotalAnnuel, ({ data }) =>
      data.map(({ tranches }) => tranches[PREMIERE]?.pourcentage ?? null),
    ),
    attendre('Total annuel', 'B', montantsTotalAnnuel, ({ data }) =>
      data.map(({ tranches }) => tranches[PREMIERE]?.nombre ?? null),
    ),
    attendre('Total annuel', 'D', montantsTotalAnnuel, ({ data }) =>
      data.map(({ tranches }) => tranches[PREMIERE]?.difference ?? null),
    ),
    attendre('Parts, dernier don', 'J', montantsDernierDon, ({ data }) =>
      data.map(({ tranches }) => tranches[DERNIERE]?.pourcentage ?? null),
    ),
    attendre('Dernier don', 'B', montantsDernierDon, ({ data }) =>
      data.map(({ tranches }) => tranches[PREMIERE]?.nombre ?? null),
    ),
    attendre('Repères', 'B', reperes, ({ data }) => data.map(({ don_median }) => don_median)),
    attendre('Repères', 'C', reperes, ({ data }) => data.map((row) => row.montant_par_donateur)),
    attendre('Repères', 'E', reperes, ({ data }) =>
      data.map(({ concentration }) => concentration.dix_pour_cent),
    ),
  ],
  cohortes: [
    attendre('Part des cohortes', 'B', cohortes, ({ data }) => data.map(({ taille }) => taille)),
    attendre('Montants des cohortes', 'C', cohortes, ({ data }) => premiereAnnee(data)),
  ],
  geographie: [
    attendre('Par région', 'E', geographie, ({ regions, total }) => [
      ...regions.map(({ montant }) => montant),
      total.montant,
    ]),
    attendre('Par département', 'C', geographie, ({ departements, total }) => [
      ...departements.map(({ donateurs }) => donateurs),
      total.donateurs,
    ]),
  ],
  croisements: [
    attendre('Croisement', 'B', CROISEMENT, ({ cellules, totaux_colonnes }) => [
      ...cellules.map(([first]) => first?.valeur ?? null),
      totaux_colonnes[0]?.valeur ?? null,
    ]),
  ],
  couts: [
    attendre('Campagnes', 'D', couts, ({ data, chiffrees, total }) => [
      ...data.map(({ montant }) => montant),
      chiffrees.montant,
      null,
      total.montant,
    ]),
    attendre('Campagnes', 'C', couts, ({ data, total }) => [
      ...data.map(({ cout }) => cout),
      total.cout,
    ]),
    attendre('Par famille', 'C', couts, ({ familles }) => familles.map(({ cout }) => cout)),
    attendre('Coût par exercice', 'B', coutsAnnees, ({ data }) => data.map(({ cout }) => cout)),
    attendre('Reçu par exercice', 'B', coutsAnnees, ({ data }) =>
      data.map(({ montant }) => montant),
    ),
    attendre('Par exercice', 'D', coutsAnnees, ({ data }) => data.map(({ montant }) => montant)),
  ],
  ventilation: [
    attendre('Par code', 'D', ventilation, ({ data, disparus, total }) => [
      ...data.map(({ montant }) => montant),
      ...(disparus.codes > 0 ? [disparus.montant] : []),
      total.montant,
    ]),
    attendre('Par code', 'H', ventilation, ({ data, disparus, total }) => [
      ...data.map(({ precedent }) => precedent.montant),
      ...(disparus.codes > 0 ? [disparus.precedent.montant] : []),
      total.precedent.montant,
    ]),
    attendre('Part des mois', 'B', ventilationMois, ({ data }) =>
      data.slice(0, 15).map(({ mois }) => mois[0]?.part ?? null),
    ),
    attendre('Par mois', 'N', ventilationMois, ({ data, total }) => [
      ...data.map((row) => row.total.montant),
      total.total.montant,
    ]),
  ],
} as const
