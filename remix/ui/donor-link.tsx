import { Bounded } from './bounded'
import { YearLink } from './year-link'

/** Path of a contact's card. */
export const cardPath = (contactId: string) =>
  `/donateurs/fiche?${new URLSearchParams({ contact: contactId })}`

const LONGEST = 24

/** A donor's name or id, linking to the card. */
export function DonorLink({ contactId, children }: { contactId: string; children: string }) {
  return (
    <YearLink to={cardPath(contactId)}>
      <Bounded longest={LONGEST}>{children}</Bounded>
    </YearLink>
  )
}
