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
