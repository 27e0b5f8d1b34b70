import { type MotsDeVerification, mots } from '#contract/lexique'
import { actorOf } from '#files/colonnes'
import { defineTable } from '../../../tables/define.server'

/** Who added or took off which word, latest first. */
export const actesDeMots = defineTable(
  'mots-de-verification',
  mots,
  ({ actes, listes }: MotsDeVerification) => ({
    title: 'Les mots que vous avez ajoutés ou retirés',
    columns: [
      { title: 'Date', format: 'instant' },
      { title: 'Mot', format: 'texte' },
      { title: 'Liste', format: 'texte' },
      { title: 'Décision', format: 'texte' },
      { title: 'Pourquoi', format: 'texte' },
      { title: 'Par', format: 'texte' },
    ],
    rows: actes.map((acte) => [
      acte.decide_le,
      acte.mot,
      listes.find(({ liste }) => liste === acte.liste)?.libelle ?? acte.liste,
      acte.retire ? 'Retiré' : 'Ajouté',
      acte.raison,
      actorOf(acte.decide_par, acte.identite),
    ]),
  }),
)
