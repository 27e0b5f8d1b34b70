import { Link } from '@remix-run/react'
import type { Collectifs } from '#contract/collectifs'
import { COLLECTIF_PATH } from '../../../forms/operation'
import { A_VERIFIER } from '../../../tables/links'
import { DataTable } from '../../../ui/data-table'
import { Section } from '../../../ui/page'
import type { ShownTable } from '../../../ui/table'

interface Props {
  found: Collectifs
  possibles: ShownTable
  collectifs: ShownTable
}

/** Leads to the decision about a contact; without `collectif`, to saying that it is one person. */
export function CollectifLink({
  contactId,
  collectif,
  retour,
  children,
}: {
  contactId: string
  collectif: boolean
  retour: string
  children: string
}) {
  const query = new URLSearchParams({
    contact: contactId,
    ...(!collectif && { individuel: '1' }),
    retour,
  })
  return (
    <Link
      className="button button-small button-outline"
      to={`${COLLECTIF_PATH}?${query}`}
      aria-label={`${children}\u00A0: le contact ${contactId}`}
    >
      {children}
    </Link>
  )
}

/** The contacts from which several people's gifts come: those to confirm, and those decided on. */
export function CollectiveContacts({ found, possibles, collectifs }: Props) {
  if (found.possibles.length === 0 && found.collectifs.length === 0) return null
  return (
    <Section title="Contacts collectifs" id="collectifs">
      <p className="mention">
        Un contact collectif porte les dons de plusieurs personnes (anonymes, quête, tronc)&nbsp;:
        ils comptent dans les dons et les montants, et lui pour un seul donateur de chaque année. Il
        n’est plus à vérifier.
      </p>
      {found.possibles.length > 0 && (
        <DataTable
          table={possibles}
          actions={{
            title: 'Décision',
            of: (row) => {
              const contactId = found.possibles[row]?.contact_id ?? ''
              return (
                <>
                  <CollectifLink contactId={contactId} collectif retour={A_VERIFIER}>
                    Contact collectif
                  </CollectifLink>
                  <CollectifLink contactId={contactId} collectif={false} retour={A_VERIFIER}>
                    Une seule personne
                  </CollectifLink>
                </>
              )
            },
          }}
        />
      )}
      {found.collectifs.length > 0 && (
        <DataTable
          table={collectifs}
          actions={{
            title: 'Décision',
            of: (row) => (
              <CollectifLink
                contactId={found.collectifs[row]?.contact_id ?? ''}
                collectif={false}
                retour={A_VERIFIER}
              >
                N’est pas collectif
              </CollectifLink>
            ),
          }}
        />
      )}
    </Section>
  )
}
