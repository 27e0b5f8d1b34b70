import type { EffetGroupes, Groupe } from '#contract/groupes'
import { formatMoney, plural } from '#figures/format'
import { nameOf } from '#files/colonnes'
import { DataTable } from '../../../ui/data-table'
import { DonorLink } from '../../../ui/donor-link'
import type { ShownTable } from '../../../ui/table'

interface Props {
  effet: EffetGroupes
  table: ShownTable | null
  /** Who is to count under which number, where they are several. */
  groupes?: readonly Groupe[]
}

/** Who is concerned, and what changes of the figures. */
export function GroupEffect({ effet, table, groupes = [] }: Props) {
  const { membres, donations, montant, donateurs } = effet
  return (
    <>
      {groupes.length > 1 ? (
        <ul>
          {groupes.map((groupe) => (
            <li key={groupe.principal}>
              Sous le numéro {groupe.principal}&nbsp;:
              <Members membres={membersOf(groupe, membres)} />
            </li>
          ))}
        </ul>
      ) : (
        <Members membres={membres} />
      )}
      <p>
        {plural(donateurs.avant, 'donateur')} avant, {plural(donateurs.apres, 'donateur')} après.{' '}
        {donations === 0
          ? 'Aucun don n’est en jeu.'
          : `${donations === 1 ? 'Le seul don' : `Les ${plural(donations, 'don')}`} et les montants (${formatMoney(montant)}) ne changent dans aucune année\u00A0; chaque don garde le numéro sous lequel il est venu.`}
      </p>
      {table && <DataTable table={table} />}
    </>
  )
}

type Membre = EffetGroupes['membres'][number]

/** Of all concerned those of a group to come, with everybody who counts as one of them. */
function membersOf({ principal, contacts }: Groupe, membres: readonly Membre[]): Membre[] {
  const named = new Set([principal, ...contacts])
  const counted = new Set(
    membres.filter((membre) => named.has(membre.contact_id)).map((membre) => membre.principal),
  )
  return membres.filter((membre) => counted.has(membre.principal))
}

const Members = ({ membres }: { membres: readonly Membre[] }) => (
  <ul>
    {membres.map((membre) => (
      <li key={membre.contact_id}>
        <DonorLink contactId={membre.contact_id}>{nameOf(membre) ?? membre.contact_id}</DonorLink>,
        contact {membre.contact_id}
        {membre.principal !== membre.contact_id && `, compté avec ${membre.principal}`}&nbsp;:{' '}
        {plural(membre.donations, 'don')}, {formatMoney(membre.montant)}
        {membre.exclu && ', exclu'}
      </li>
    ))}
  </ul>
)
