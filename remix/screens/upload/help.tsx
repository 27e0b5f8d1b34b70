import type { TypeFichier } from '#contract/imports'
import { FIELDS, RAISON_SOCIALE, REQUIRED } from '#files/entetes'
import type { Onglet } from './address'
import { fieldName } from './fichier/words'
import { examplePath } from './paths'

/** Below a drop zone: what the file must have, and one to look at. */
export function Help({ onglet }: { onglet: Onglet }) {
  return (
    <div className="upload-help">
      <details>
        <summary>Colonnes attendues</summary>
        {onglet === 'fichier' ? <AnyColumns /> : <Columns type={onglet} />}
      </details>
      <a href={examplePath(onglet)} download>
        Fichier d’exemple<span className="mention"> (.csv, cinq lignes inventées)</span>
      </a>
    </div>
  )
}

/** Of the known tabs: by name, whatever their order. */
function Columns({ type }: { type: TypeFichier }) {
  return (
    <>
      <p className="mention">
        L’ordre est libre, les autres colonnes sont ignorées. Majuscules, accents, espaces, tirets
        et ponctuation ne comptent pas dans les noms.
      </p>
      <ul className="expected">
        {FIELDS[type].map(({ field, aliases }) => (
          <li key={field}>
            <code>{field}</code> <Required type={type} field={field} />
            <span className="mention">
              {fieldName(field)}&nbsp;; autres noms acceptés&nbsp;: {aliases.join(', ')}
            </span>
          </li>
        ))}
        {type === 'donateurs' && (
          <li>
            <code>{RAISON_SOCIALE[0]}</code>{' '}
            <span className="mention">
              raison sociale&nbsp;: où elle est remplie, c’est le nom, et le donateur est une
              société&nbsp;; autre nom accepté&nbsp;: {RAISON_SOCIALE.slice(1).join(', ')}
            </span>
          </li>
        )}
      </ul>
    </>
  )
}

function Required({ type, field }: { type: TypeFichier; field: string }) {
  const one = REQUIRED[type].find((names) => names.includes(field))
  if (!one) return null
  const others = one.filter((name) => name !== field)
  return (
    <span className="badge badge-information">
      {others.length > 0 ? `obligatoire, ou ${others.join(', ')}` : 'obligatoire'}
    </span>
  )
}

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
