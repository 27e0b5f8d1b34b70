import type { ApercuDonateurs, ApercuDonations } from '#contract/imports.ts'

/** What was understood of a file of either type. */
export type Apercu =
  (ApercuDonateurs & { type: 'donateurs' }) | (ApercuDonations & { type: 'donations' })
