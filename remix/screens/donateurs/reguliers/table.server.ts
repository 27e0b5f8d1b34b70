import { reguliers, type Reguliers } from '#contract/reguliers'
import { capital, endOfMonth, formatDayMonth, MONTH_NAMES } from '#figures/format'
import { defineClasseur, defineTable } from '../../../tables/define.server'
import { donors, linked, seriesOf } from '../../../tables/links'

/** `Mars 2026`. */
export const moisNomme = (annee: number, mois: number): string =>
  `${capital(MONTH_NAMES[mois - 1] ?? '')} ${annee}`

/** The day on which a month of the answer ends: its last, or that of the horizon. */
export const finDuMois = (
  { horizon }: Pick<Reguliers, 'horizon'>,
  annee: number,
  mois: number,
): string => {
  const last = endOfMonth(annee, mois)
  return horizon !== null && horizon < last ? horizon : last
}

/** Regular donors and their gifts, year by year. */
export const reguliersParAnnee = defineTable('reguliers-par-annee', reguliers, ({ annees }) => ({
  definition: 'reguliers-actifs',
  title: 'Donateurs réguliers, par année',
  byYear: true,
  columns: [
    { title: 'Année', format: 'annee' },
    { title: 'Actifs à la fin', format: 'nombre' },
    { title: 'Démarrés', format: 'nombre' },
    { title: 'Arrêtés', format: 'nombre' },
    { title: 'Taux d’arrêt', format: 'pourcentage' },
    { title: 'En hausse', format: 'nombre' },
    { title: 'En baisse', format: 'nombre' },
    { title: 'Montant des séries', format: 'montant' },
    { title: 'Part de la collecte', format: 'pourcentage' },
  ],
  rows: annees.map((row) => {
    const { annee } = row
    return [
      annee,
      linked(row.actifs_fin, donors({ ensemble: 'reguliers_actifs', annee })),
      linked(row.demarres, donors({ ensemble: 'reguliers_demarres', annee })),
      linked(row.arretes, donors({ ensemble: 'reguliers_arretes', annee })),
      row.taux_arret,
      linked(row.augmentes, donors({ ensemble: 'reguliers_augmentes', annee })),
      linked(row.diminues, donors({ ensemble: 'reguliers_diminues', annee })),
      row.montant,
      row.part_montant,
    ]
  }),
}))

/** The same month by month: data of the chart. */
export const reguliersParMois = defineTable('reguliers-par-mois', reguliers, (found) => ({
  definition: 'reguliers-actifs',
  title: 'Donateurs réguliers, par mois',
  byYear: true,
  columns: [
    { title: 'Mois', format: 'texte', inOrder: true },
    { title: 'Actifs à la fin', format: 'nombre' },
    { title: 'Démarrés', format: 'nombre' },
    { title: 'Arrêtés', format: 'nombre' },
    { title: 'Montant des séries', format: 'montant' },
  ],
  rows: found.annees.flatMap(({ annee, mois: months }) =>
    months.map(({ mois, actifs, demarres, arretes, montant }) => [
      moisNomme(annee, mois),
      linked(
        actifs,
        donors({ ensemble: 'reguliers_actifs', annee, au: finDuMois(found, annee, mois) }),
      ),
      linked(demarres, donors({ ensemble: 'reguliers_demarres', annee, du_mois: mois })),
      linked(arretes, donors({ ensemble: 'reguliers_arretes', annee, du_mois: mois })),
      montant,
    ]),
  ),
}))

/** Who gives at which pace at the horizon, and what a month of it is worth. */
export const rythmesReguliers = defineTable('rythmes-reguliers', reguliers, ({ rythmes }) => ({
  definition: 'reguliers',
  title: 'Donateurs réguliers actifs, par rythme',
  columns: [
    { title: 'Rythme', format: 'texte' },
    { title: 'Donateurs', format: 'nombre' },
    { title: 'Montant par mois', format: 'montant' },
  ],
  rows: rythmes.map(({ rythme, actifs, montant_mensuel }) => [
    capital(rythme),
    linked(actifs, donors({ ensemble: 'reguliers_actifs', rythme })),
    montant_mensuel,
  ]),
}))

/** How long series last: the months in which some stop, and every twelfth. */
export const survieReguliers = defineTable('survie-reguliers', reguliers, ({ survie }) => ({
  definition: 'reguliers-survie',
  title: 'Séries encore actives, par mois depuis le premier don',
  columns: [
    { title: 'Mois', format: 'nombre' },
    { title: 'Séries suivies', format: 'nombre' },
    { title: 'Arrêts', format: 'nombre' },
    { title: 'Part qui dure', format: 'pourcentage' },
  ],
  rows: survie
    .filter(({ mois, arrets }) => arrets > 0 || mois % 12 === 0)
    .map(({ mois, risque, arrets, survie: part }) => [
      mois,
      linked(risque, seriesOf({ suivies: mois })),
      linked(arrets, seriesOf({ arretees: mois })),
      part,
    ]),
}))

/** What would have been foretold on the same day of past years. */
export const essaisReguliers = defineTable(
  'essais-reguliers',
  reguliers,
  ({ horizon, essais }) => ({
    definition: 'reguliers-attendus',
    title: `Ce que la même méthode aurait annoncé, au ${formatDayMonth(horizon)} de chaque année`,
    byYear: true,
    columns: [
      { title: 'Année', format: 'annee' },
      { title: 'Annoncé', format: 'montant' },
      { title: 'Reçu', format: 'montant' },
      { title: 'Erreur', format: 'evolution' },
    ],
    rows: essais.map(({ annee, prevu, recu, erreur }) => [annee, prevu, recu, erreur]),
  }),
)

/** The workbook of the screen. */
export const classeurReguliers = defineClasseur('reguliers', 'Dons réguliers', {
  'Par mois': reguliersParMois,
  'Par année': reguliersParAnnee,
  Rythmes: rythmesReguliers,
  'Durée des séries': survieReguliers,
  'Essais passés': essaisReguliers,
})
