import type { ChampChange } from '#contract/changements'
import { sayChange } from '#files/changements-columns'
import { Bounded } from '../../../ui/bounded'

const LONGEST = 44

/** The changed fields of a row, each before and after. */
export const Changes = ({ champs }: { champs: readonly ChampChange[] }) => (
  <ul className="field-changes">
    {champs.map(sayChange).map(({ name, before, after }) => (
      <li key={name}>
        {name}&nbsp;:{' '}
        <del>
          <Bounded longest={LONGEST}>{before}</Bounded>
        </del>{' '}
        <span aria-hidden="true">→</span>
        <span className="visually-hidden">devient</span>{' '}
        <ins>
          <Bounded longest={LONGEST}>{after}</Bounded>
        </ins>
      </li>
    ))}
  </ul>
)
