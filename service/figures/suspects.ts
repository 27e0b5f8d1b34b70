import { formatPercent, plural } from './format'

const OF = {
  montant: 'du montant',
  donations: 'des dons',
  donateurs: 'des donateurs',
  nouveaux: 'des nouveaux donateurs',
  don_moyen: 'du don moyen',
}

/** A figure that donors to review weigh on, by their share in percent. */
interface Weight {
  mesure: keyof typeof OF
  part: number
}

/** `48,3 % du montant` */
export const shareOf = ({ mesure, part }: Weight): string => `${formatPercent(part)} ${OF[mesure]}`

/** `2 donateurs à vérifier` */
export const toReview = (donateurs: number): string => `${plural(donateurs, 'donateur')} à vérifier`

/** `pèsent 48,3 % du montant 2026` */
export const weighing = (donateurs: number, weight: Weight, annee: number): string =>
  `${donateurs > 1 ? 'pèsent' : 'pèse'} ${shareOf(weight)} ${annee}`

/** `2 donateurs à vérifier pèsent 48,3 % du montant 2026` */
export const weightOf = (donateurs: number, weight: Weight, annee: number): string =>
  `${toReview(donateurs)} ${weighing(donateurs, weight, annee)}`
