import type { ApercuDonateurs, ApercuDonations } from '#contract/imports'

/** The preview of a file of either type. */
export type Apercu =
  | (ApercuDonateurs & { type: 'donateurs' })
  | (ApercuDonations & { type: 'donations' })
