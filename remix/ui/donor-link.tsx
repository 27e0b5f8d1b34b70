import { Bounded } from './bounded'
import { YearLink } from './year-link'

/** Path of a contact's card. */
export const cardPath = (contactId: string) =>
  `/donateurs/fiche?${new URLSearchParams({ contact: contactId })}`

const LONGEST = 24

interface Props {
  contactId: string
  /** Those of the page who are still to be looked at as possible fakes. */
  toReview?: readonly string[]
  children: string
}

/** A donor's name or id, linking to the card; whether the donor is to be looked at stands beside it. */
export function DonorLink({ contactId, toReview = [], children }: Props) {
  return (
    <>
      <YearLink to={cardPath(contactId)}>
        <Bounded longest={LONGEST}>{children}</Bounded>
      </YearLink>
      {toReview.includes(contactId) && (
        <>
          {' '}
          <span className="badge badge-warning">à vérifier</span>
        </>
      )}
    </>
  )
}
