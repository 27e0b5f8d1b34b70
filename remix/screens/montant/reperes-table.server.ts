import { reperes } from '#contract/reperes'
import { defineTable } from '../../tables/define.server'

/** Value of a gift and a donor, and concentration on the largest. */
export const reperesParAnnee = defineTable('reperes-montants', reperes, ({ data }) => ({
  definition: 'don-median',
  title: 'Repères de montant, par année',
  byYear: true,
  columns: [
    { title: 'Année', format: 'annee' },
    { title: 'Don médian (dernier calcul)', format: 'montant' },
    { title: 'Montant moyen par donateur', format: 'montant' },
    {
      title: 'Part du 1\u00A0% des donateurs les plus importants (dernier calcul)',
      format: 'pourcentage',
    },
    {
      title: 'Part des 10\u00A0% des donateurs les plus importants (dernier calcul)',
      format: 'pourcentage',
    },
  ],
  rows: data.map(({ annee, don_median, montant_par_donateur, concentration }) => [
    annee,
    don_median,
    montant_par_donateur,
    concentration.un_pour_cent,
    concentration.dix_pour_cent,
  ]),
}))
