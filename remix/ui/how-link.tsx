import { Link, useSearchParams } from '@remix-run/react'

/** Path of a figure's definition, with the current year's numbers as examples. */
function useDefinition(code: string): string {
  const [asked] = useSearchParams()
  const annee = asked.get('annee')
  return `/dashboard/definitions${annee ? `?annee=${annee}` : ''}#${code}`
}

/** Link to a figure's definition. */
export function HowLink({ code }: { code: string }) {
  return (
    <Link className="how" to={useDefinition(code)}>
      Comment c’est calculé&nbsp;?
    </Link>
  )
}

interface PanelProps {
  code: string
  of: string
  /** Link to what changed it. */
  history: string
}

/** Where a key figure comes from: how it is calculated, and what changed it. */
export function HowPanel({ code, of, history }: PanelProps) {
  return (
    <details className="how-panel">
      <summary className="how-mark" title="D’où vient ce chiffre&nbsp;?">
        <span className="visually-hidden">{of}&nbsp;: d’où vient ce chiffre&nbsp;?</span>
      </summary>
      <div>
        <HowLink code={code} />
        <Link to={history}>
          Historique de ce chiffre<span className="visually-hidden">&nbsp;: {of}</span>
        </Link>
      </div>
    </details>
  )
}

/** Likewise, compact, for key figures. */
export function HowMark({ code, of }: { code: string; of: string }) {
  return (
    <Link
      className="how-mark"
      to={useDefinition(code)}
      aria-label={`${of}\u00A0: comment c’est calculé\u00A0?`}
      title="Comment c’est calculé&nbsp;?"
    />
  )
}
