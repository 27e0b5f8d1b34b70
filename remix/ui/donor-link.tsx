import { Link } from '@remix-run/react'
import { Bounded } from './bounded'

/** Where the card of a contact is. */
export const cardPath = (contactId: string) =>
  `/donateurs/fiche?${new URLSearchParams({ contact: contactId })}`

interface Name {
  firstname: string | null
  lastname: string | null
}

/** The name of a person or a company; null where there is no card, or nothing on it. */
export const nameOf = ({ firstname, lastname }: Name): string | null =>
  [firstname, lastname].filter(Boolean).join(' ') || null

const LONGEST = 24

/** A donor's name, or its id, as the link to its card. */
export function DonorLink({ contactId, children }: { contactId: string; children: string }) {
  return (
    <Link to={cardPath(contactId)}>
      <Bounded longest={LONGEST}>{children}</Bounded>
    </Link>
  )
}
