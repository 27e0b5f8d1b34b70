import type { ApercuDonateurs, ApercuDonations } from '#contract/apercus'
import type { ChangedRow } from '#files/changements-columns'

type Said<Preview> = Omit<Preview, 'lignes_modifiees'> & { lignes_modifiees: ChangedRow[] }

/** The preview of a file of either type. */
export type Apercu =
  | (Said<ApercuDonateurs> & { type: 'donateurs' })
  | (Said<ApercuDonations> & { type: 'donations' })
