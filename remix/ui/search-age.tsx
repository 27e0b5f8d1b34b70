import { formatInstant } from '#figures/format'
import { Alert } from './alert'

interface Props {
  found: { trouves_le: string | null; en_retard: boolean }
}

/** When what a search of the background found was looked for, and whether the data are newer. */
export function SearchAge({ found: { trouves_le, en_retard } }: Props) {
  const when = trouves_le && formatInstant(trouves_le)
  if (!en_retard) return when ? <p className="mention">Recherche faite le {when}.</p> : null
  return (
    <Alert tone="information">
      <p>
        {when
          ? `Cette liste est du ${when}, et les données ont changé depuis`
          : 'Rien n’a encore été cherché'}
        &nbsp;: la recherche se fait entre deux imports, et la suite paraîtra ici.
      </p>
    </Alert>
  )
}
