/** Detection thresholds, in euros. Increment `version` on change: every donor is re-checked. */
export const SEUILS = {
  version: 5,
  /** Points from which a donor is listed. */
  points: 50,
  /** A first gift, as a multiple of the amount that one gift in a thousand exceeds. */
  foisExceptionnel: 10,
  foisInsense: 100,
  partExceptionnel: 0.999,
  /** Minimum amount for M2, and for a gift without coordinates (C1). */
  grandDon: 1_000,
  /** From which M2 counts by itself: a slip of the hand is to be seen too. */
  tresGrandDon: 10_000,
  /** All gifts are at most so much (A3). */
  rien: 0.1,
  /** So many gifts on each of so many days within so many (R1). */
  rafales: { dons: 5, jours: 3, dans: 60 },
  /** Of a rule that more than `muette` of the donors bear no points count, of one that at most `rare` do all; so few are never many. */
  rarete: { rare: 0.002, muette: 0.01, peu: 20 },
  /** What a card lacks says something where so many of those who gave once through the media that year have it. */
  partPresente: 0.8,
  donsEnUnJour: 10,
  petitDon: 5,
  petitsDonsEnUnJour: 5,
  /** Single small gifts of one amount, media and day: minimum donors, and multiple of the median day. */
  donateursEnUnJour: 20,
  foisJourMedian: 10,
  /** Contacts with different names sharing an e-mail address or phone. */
  contactsPartages: 5,
  contactsTresPartages: 10,
  /** Contacts of one gift, of one amount within two days. */
  contactsEnSalve: 10,
  /** Where people decided on so many whom a rule names, and judged such a part genuine, it is proposed that it weigh less. */
  poids: { decides: 10, partLegitime: 0.8 },
  /** What a donor's history takes off: points, for so many gifts in so many years. */
  histoires: [
    { annees: 4, dons: 4, points: 60 },
    { annees: 2, dons: 3, points: 30 },
  ],
} as const
