import type { Objectifs, Suivi } from '#contract/objectifs'
import { donors, linked } from '../../../tables/links'
import type { Linked } from '../../../ui/table'

const MESURES: Record<Suivi['mesure'], string> = {
  montant: 'Montant (€)',
  donateurs: 'Donateurs',
  nouveaux: 'Nouveaux donateurs',
}

/** « Montant », « Donateurs, famille NOEL » */
export const nameAim = ({ mesure, famille }: Pick<Suivi, 'mesure' | 'famille'>): string =>
  famille === null ? MESURES[mesure] : `${MESURES[mesure]}, famille ${famille}`

/** What a whole year should bring, if that was said. */
export const yearAim = (
  found: Pick<Objectifs, 'objectifs'> | null,
  of: Suivi['mesure'],
): Suivi | null =>
  found?.objectifs.find(({ mesure, famille }) => mesure === of && famille === null) ?? null

/** What an aim has received; a number of donors leads to them. */
export function receivedOf(
  annee: number,
  { mesure, famille, recu }: Pick<Suivi, 'mesure' | 'famille' | 'recu'>,
): Linked | number {
  if (mesure === 'montant') return recu
  const isNew = mesure === 'nouveaux'
  if (famille === null)
    return linked(recu, donors({ ensemble: isNew ? 'nouveaux' : 'actifs', annee }))
  const ofFamily = { ensemble: 'code', annee, axe: 'famille', valeur: famille } as const
  return linked(recu, donors({ ...ofFamily, ...(isNew && { premier: '1' }) }))
}
