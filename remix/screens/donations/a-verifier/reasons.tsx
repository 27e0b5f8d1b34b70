import { Link } from '@remix-run/react'
import { gifts } from '../../../tables/links'

/** A reason counting the donor's gifts of a day, possibly of one amount: `12 dons de 2,00 € le 03/04/2024.` */
const GIFTS = /^([\d\s]+ dons)( de ([\d\s]+(?:,\d+)?)\s€)? le (\d\d)\/(\d\d)\/(\d{4})/

/** Link to the gifts that a reason counts. */
function giftsOf(raison: string, contact_id: string): { text: string; href: string } | null {
  const [, text, , amount, day, month, year] = GIFTS.exec(raison) ?? []
  if (text === undefined) return null
  const montant = amount?.replace(/\s/g, '')
  const query = { contact_id, le: `${year}-${month}-${day}`, ...(montant && { montant }) }
  return { text, href: gifts({ annee: Number(year), ...query }) }
}

interface Donor {
  contact_id: string
  /** An excluded donor's gifts do not count, so they get no link. */
  exclu: boolean
  raisons: readonly string[]
}

/** Why a donor may be fake, heaviest first; counts of gifts are links. */
export function Reasons({ donateur: { contact_id, exclu, raisons } }: { donateur: Donor }) {
  return (
    <ul className="reasons">
      {raisons.map((raison) => (
        <li key={raison}>
          <Reason raison={raison} counted={exclu ? null : giftsOf(raison, contact_id)} />
        </li>
      ))}
    </ul>
  )
}

function Reason({ raison, counted }: { raison: string; counted: ReturnType<typeof giftsOf> }) {
  if (!counted) return raison
  return (
    <>
      <Link className="count" to={counted.href}>
        {counted.text}
      </Link>
      {raison.slice(counted.text.length)}
    </>
  )
}
