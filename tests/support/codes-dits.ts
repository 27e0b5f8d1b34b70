interface Carte {
  contact_id: string
  zip: string | null
  dit_le: string | null
}
interface Donne {
  contact_id: string
  order_date: string
  order_amount: number
}

/** The cards as their postal codes are compared, and on which days these were said. */
export const CARTES = `
  select contact_id, donateurs.zip, to_char(coalesce(dites.zip, (
    select max(termine_le at time zone 'Europe/Paris')
    from imports join fichiers using (fichier_id)
    where type = 'donateurs' and de is null and statut = 'completed' and annule is null
      and fichier_id not in (select annule from imports where annule is not null and statut = 'completed')
  )), 'YYYY-MM-DD') as dit_le
  from donateurs
  left join fiches_dites as dites using (contact_id)`

/**
 * The postal code of each person: of a group the one that was said last; at one day that of the number which gave last, then the
 * principal's, then the smaller number's. None of a group whose principal has no card, as no merge makes one.
 */
export function codesDits(
  cartes: readonly Carte[],
  groupes: Readonly<Record<string, string>>,
  dons: readonly Donne[],
): Record<string, string> {
  const last = new Map<string, string>()
  for (const { contact_id, order_date, order_amount } of dons)
    if (order_amount > 0 && order_date > (last.get(contact_id) ?? ''))
      last.set(contact_id, order_date)
  const dayOf = ({ contact_id, dit_le }: Carte) =>
    [dit_le ?? '0000-00-00', last.get(contact_id) ?? '0000-00-00'].join(' ')
  const rank = ({ contact_id }: Carte) => [
    Number(groupes[contact_id] !== undefined),
    String(contact_id.length).padStart(4, '0'),
    contact_id,
  ]
  const carded = new Set(cartes.map(({ contact_id }) => contact_id))
  const codes: Record<string, string> = {}
  const said = new Map<string, { day: string; rank: string }>()
  for (const carte of cartes) {
    if (!carte.zip?.trim()) continue
    const person = groupes[carte.contact_id] ?? carte.contact_id
    if (!carded.has(person)) continue
    const own = { day: dayOf(carte), rank: JSON.stringify(rank(carte)) }
    const before = said.get(person)
    if (before && (before.day > own.day || (before.day === own.day && before.rank < own.rank)))
      continue
    said.set(person, own)
    codes[person] = carte.zip
  }
  return codes
}
