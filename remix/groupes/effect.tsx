import type { EffetGroupes } from '#contract/groupes'
import { formatMoney, plural } from '#figures/format'
import { DataTable } from '../ui/data-table'
import { DonorLink, nameOf } from '../ui/donor-link'
import type { ShownTable } from '../ui/table'

/** Who is concerned, and what changes of the figures. */
export function GroupEffect({ effet, table }: { effet: EffetGroupes; table: ShownTable | null }) {
  const { membres, donations, montant, donateurs } = effet
  return (
    <>
      <ul>
        {membres.map((membre) => (
          <li key={membre.contact_id}>
            <DonorLink contactId={membre.contact_id}>
              {nameOf(membre) ?? membre.contact_id}
            </DonorLink>
            , contact {membre.contact_id}
            {membre.principal !== membre.contact_id &&
              `, compté avec ${membre.principal}`}&nbsp;:{' '}
            {plural(membre.donations, 'don')}, {formatMoney(membre.montant)}
            {membre.exclu && ', exclu'}
          </li>
        ))}
      </ul>
      <p>
        {plural(donateurs.avant, 'donateur')} avant, {plural(donateurs.apres, 'donateur')} après.
        Les {plural(donations, 'don')} et les montants ({formatMoney(montant)}) ne changent pas,
        d’aucune année&nbsp;; chaque don garde le numéro sous lequel il est venu.
      </p>
      {table && <DataTable table={table} />}
    </>
  )
}
