import { Bounded } from './bounded'
import { YearLink } from './year-link'

/** Path of a contact's card. */
export const cardPath = (contactId: string) =>
  `/donateurs/fiche?${new URLSearchParams({ contact: contactId })}`

interface Name {
  firstname: string | null
  lastname: string | null
}

/** The name of a person or company; null without a card, or with an empty one. */
export const nameOf = ({ firstname, lastname }: Name): string | null =>
  [firstname, lastname].filter(Boolean).join(' ') || null

const LONGEST = 24

/** A donor's name or id, linking to the card. */
export function DonorLink({ contactId, children }: { contactId: string; children: string }) {
  return (
    <YearLink to={cardPath(contactId)}>
      <Bounded longest={LONGEST}>{children}</Bounded>
    </YearLink>
  )
}
