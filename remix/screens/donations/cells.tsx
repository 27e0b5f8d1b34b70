import type { DonationsPage } from '#contract/donations'
import { MISSING } from '#figures/format'
import { nameOf } from '#files/colonnes'
import { Bounded } from '../../ui/bounded'
import { DonorLink } from '../../ui/donor-link'

interface Listed {
  donation: DonationsPage['donations'][number] | undefined
  /** Those of the page who are still to be looked at. */
  toReview: readonly string[]
}

/** The donor of a gift. */
export function DonorName({ donation, toReview }: Listed) {
  const name = donation && nameOf(donation.donateur)
  if (!name) return MISSING
  return (
    <DonorLink contactId={donation.contact_id} toReview={toReview}>
      {name}
    </DonorLink>
  )
}

/** Nameless donors are linked by id. */
export function DonorId({ donation, toReview }: Listed) {
  if (!donation) return null
  const { contact_id, donateur } = donation
  return nameOf(donateur) ? (
    <Bounded longest={44}>{contact_id}</Bounded>
  ) : (
    <DonorLink contactId={contact_id} toReview={toReview}>
      {contact_id}
    </DonorLink>
  )
}

const MEDIAS = ['POSTAL', 'CALLCENTER', 'WEB', 'SMS']

/** A known media in its colour. */
export function MediaBadge({ code }: { code: string | null }) {
  if (!code || code === 'nan') return MISSING
  const known = MEDIAS.includes(code.toUpperCase()) ? `badge-${code.toLowerCase()}` : ''
  return (
    <span className={`badge ${known}`}>
      <Bounded longest={24}>{code}</Bounded>
    </span>
  )
}
