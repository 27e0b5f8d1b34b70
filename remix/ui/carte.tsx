import { drawingOf } from './drawings'
import { Lead } from './leading'

/** A place beside the map. */
interface Tuile {
  code: string
  nom: string
  texte: string
  palier: number
  href: string | null
}

/** A map as it is drawn. */
export interface DrawnCarte {
  svg: string
  /** What each step stands for, the palest first. */
  legende: { palier: number; texte: string }[]
  tuiles: Tuile[]
}

/** A step's pattern, as the map has it. */
const Palier = ({ palier }: { palier: number }) => (
  <svg className="carte-palier" viewBox="0 0 18 12" aria-hidden="true">
    <rect
      width="18"
      height="12"
      className={palier === 0 ? 'vide' : undefined}
      fill={palier === 0 ? undefined : `url(#palier-${palier})`}
    />
  </svg>
)

/** A map, its legend, and the places that are not on it. */
export function Carte({ carte: { svg, legende, tuiles } }: { carte: DrawnCarte }) {
  return (
    <div className="carte">
      <div className="carte-dessin chart" dangerouslySetInnerHTML={{ __html: drawingOf(svg) }} />
      <div className="carte-cote">
        <ul className="carte-legende">
          <li>
            <Palier palier={0} /> aucun donateur
          </li>
          {legende.map(({ palier, texte }) => (
            <li key={palier}>
              <Palier palier={palier} /> {texte}
            </li>
          ))}
        </ul>
        <p className="visually-hidden">Outre-mer et ailleurs</p>
        <ul className="carte-tuiles">
          {tuiles.map(({ code, nom, texte, palier, href }) => (
            <li key={code}>
              <Palier palier={palier} />
              <span>{nom}</span> {href === null ? texte : <Lead to={href}>{texte}</Lead>}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
