import type { Suivi } from '#contract/objectifs'

const MESURES: Record<Suivi['mesure'], string> = {
  montant: 'Montant (€)',
  donateurs: 'Donateurs',
  nouveaux: 'Nouveaux donateurs',
}

/** « Montant », « Donateurs, famille NOEL » */
export const nameAim = ({ mesure, famille }: Pick<Suivi, 'mesure' | 'famille'>): string =>
  famille === null ? MESURES[mesure] : `${MESURES[mesure]}, famille ${famille}`
