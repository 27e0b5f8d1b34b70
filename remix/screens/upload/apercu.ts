import type { ApercuDonateurs, ApercuDonations } from '#contract/apercus'

/** The preview of a file of either type. */
export type Apercu =
  | (ApercuDonateurs & { type: 'donateurs' })
  | (ApercuDonations & { type: 'donations' })
