import type { Onglet } from './address'
import type { Expected } from './expected.server'
import { examplePath } from './paths'

/** Below a drop zone: what the file must have, and one to look at. */
export function Help({ onglet, columns }: { onglet: Onglet; columns?: readonly Expected[] }) {
  return (
    <div className="upload-help">
      <details>
        <summary>Colonnes attendues</summary>
        {columns ? <Columns columns={columns} /> : <AnyColumns />}
      </details>
      <a href={examplePath(onglet)} download>
        Fichier d’exemple<span className="mention"> (.csv, cinq lignes inventées)</span>
      </a>
    </div>
  )
}

/** Of the known tabs: by name, whatever their order. */
const Columns = ({ columns }: { columns: readonly Expected[] }) => (
  <>
    <p className="mention">
      L’ordre est libre, les autres colonnes sont ignorées. Majuscules, accents, espaces, tirets et
      ponctuation ne comptent pas dans les noms.
    </p>
    <ul className="expected">
      {columns.map(({ name, required, meaning }) => (
        <li key={name}>
          <code>{name}</code>{' '}
          {required && <span className="badge badge-information">{required}</span>}
          <span className="mention">{meaning}</span>
        </li>
      ))}
    </ul>
  </>
)

/** Of any other file: what it must say, in its own words. */
const AnyColumns = () => (
  <>
    <p className="mention">
      Gardez le fichier tel que votre outil le donne&nbsp;: la page suivante montre ses colonnes, et
      vous dites ce qu’elles sont. Il faut au moins&nbsp;:
    </p>
    <ul className="expected">
      <li>une date et un montant par ligne&nbsp;;</li>
      <li>
        de quoi reconnaître le donateur&nbsp;: son numéro, ou son e-mail et son nom, ou son nom et
        son code postal.
      </li>
    </ul>
  </>
)
