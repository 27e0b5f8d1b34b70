import { Link, useSearchParams } from '@remix-run/react'

/** Where a figure is explained, with the numbers of the year that the screen shows. */
function useDefinition(code: string): string {
  const [asked] = useSearchParams()
  const annee = asked.get('annee')
  return `/dashboard/definitions${annee ? `?annee=${annee}` : ''}#${code}`
}

/** Leads to how a figure is made. */
export function HowLink({ code }: { code: string }) {
  return (
    <Link className="how" to={useDefinition(code)}>
      Comment c’est calculé&nbsp;?
    </Link>
  )
}

/** The same in the corner of a key figure, where there is little room. */
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
