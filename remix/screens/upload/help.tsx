import type { Onglet } from './address'
import type { Expected } from './expected.server'
import { examplePath } from './paths'

interface Props {
  onglet: Onglet
  expected: Expected
}

/** Below a drop zone: what the file must have, and one to look at. */
export const Help = ({ onglet, expected: { intro, columns } }: Props) => (
  <div className="upload-help">
    <details>
      <summary>Colonnes attendues</summary>
      <p className="mention">{intro}</p>
      <ul className="expected">
        {columns.map(({ name, required, meaning }) => (
          <li key={meaning}>
            {name && <code>{name}</code>}{' '}
            {required && <span className="badge badge-information">{required}</span>}
            <span className="mention">{meaning}</span>
          </li>
        ))}
      </ul>
    </details>
    <a href={examplePath(onglet)} download>
      Fichier d’exemple<span className="mention"> (.csv, cinq lignes inventées)</span>
    </a>
  </div>
)
