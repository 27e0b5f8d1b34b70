import { Link } from '@remix-run/react'
import type { VerificationDonateur } from '#contract/verification'
import { plural } from '#figures/format'
import { LEGITIME_PATH } from '../../../forms/operation'
import { DataTable } from '../../../ui/data-table'
import { cardPath } from '../../../ui/donor-link'
import { Section } from '../../../ui/page'
import type { ShownTable } from '../../../ui/table'
import { Unlisted } from '../../../ui/unlisted'
import { CollectifLink } from '../collectif/collectifs'
import { Reasons } from './reasons'

interface Props {
  found: VerificationDonateur
  /** Every time the donor was judged genuine; null if never. */
  table: ShownTable | null
}

/** On a donor's card: why they may be fake, and who judged them genuine; nothing without either. */
export function Suspicion({ found, table }: Props) {
  const { contact_id, raisons, points, a_verifier, collectif } = found
  if (raisons.length === 0 && !table) return null
  const query = new URLSearchParams({ contact: contact_id, retour: cardPath(contact_id) })
  return (
    <Section title="Vérification">
      {collectif && (
        <>
          <p>
            Contact collectif&nbsp;: il porte les dons de plusieurs personnes, et compte pour un
            seul donateur. Il n’est plus à vérifier.
          </p>
          <p>
            <CollectifLink contactId={contact_id} collectif={false} retour={cardPath(contact_id)}>
              N’est pas collectif
            </CollectifLink>
          </p>
        </>
      )}
      {raisons.length > 0 && (
        <>
          <p>
            {a_verifier ? 'Ce donateur est à vérifier' : 'Ce que les règles ont trouvé'} (
            {plural(points, 'point')})&nbsp;:
          </p>
          <Reasons donateur={found} />
        </>
      )}
      {a_verifier && (
        <p>
          <Link className="button button-small button-outline" to={`${LEGITIME_PATH}?${query}`}>
            Légitime
          </Link>{' '}
          <CollectifLink contactId={contact_id} collectif retour={cardPath(contact_id)}>
            Contact collectif
          </CollectifLink>
        </p>
      )}
      {table && (
        <>
          <Unlisted>
            Les raisons sont celles du moment de chaque décision&nbsp;: leurs nombres n’ont plus de
            liste.
          </Unlisted>
          <DataTable table={table} />
        </>
      )}
    </Section>
  )
}
