/**
 * From where on something is conspicuous. Whoever changes one counts `version` up: all donors are then looked at anew.
 * Amounts in euros.
 */
export const SEUILS = {
  version: 2,
  /** Points from which a donor is shown. */
  points: 50,
  /** A first gift of so many times the amount that one gift in a thousand exceeds. */
  foisExceptionnel: 10,
  partExceptionnel: 0.999,
  /** From this amount on a keyboard amount, or a gift of a contact without coordinates, is conspicuous. */
  grandDon: 1_000,
  donsEnUnJour: 10,
  petitDon: 5,
  petitsDonsEnUnJour: 5,
  /** Donors of one small gift alone, of one amount, one media and one day: so many, and so many times the median day's. */
  donateursEnUnJour: 20,
  foisJourMedian: 10,
  /** Contacts of different names who share an e-mail address or a phone. */
  contactsPartages: 5,
} as const
