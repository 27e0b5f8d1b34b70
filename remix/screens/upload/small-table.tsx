import type { ReactNode } from 'react'
import type { NumerosRepris } from '#contract/apercus'
import { formatCount, formatMoney } from '#figures/format'
import { useElementId } from '../../ui/id'

/** Gifts and euros by year. */
export const Years = ({
  caption,
  years,
}: {
  caption: string
  years: NumerosRepris['corrections']
}) => (
  <SmallTable caption={caption} heads={['Année', 'Dons', 'Montant']}>
    <tbody>
      {years.map(({ annee, dons, montant }) => (
        <tr key={annee}>
          <th scope="row">{annee}</th>
          <td className="number">{formatCount(dons)}</td>
          <td className="number">{formatMoney(montant)}</td>
        </tr>
      ))}
    </tbody>
  </SmallTable>
)

interface TableProps {
  caption: string
  heads: [row: string, ...numbers: string[]]
  children: ReactNode
}

/** A table of a preview: nothing is stored yet, so there is no file of it. */
export function SmallTable({ caption, heads: [row, ...numbers], children }: TableProps) {
  const id = useElementId()
  return (
    <section className="table-scroll account-table" aria-labelledby={id} tabIndex={0}>
      <table>
        <caption id={id}>{caption}</caption>
        <thead>
          <tr>
            {row === '' ? <td /> : <th scope="col">{row}</th>}
            {numbers.map((head) => (
              <th key={head} scope="col" className="number">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </section>
  )
}
