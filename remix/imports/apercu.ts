import type { ApercuDonateurs, ApercuDonations } from '#contract/imports'

/** What was understood of a file of either type. */
export type Apercu =
  | (ApercuDonateurs & { type: 'donateurs' })
  | (ApercuDonations & { type: 'donations' })
