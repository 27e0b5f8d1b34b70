import { formatMoney, plural } from '#figures/format'
import { Alert } from '../../../ui/alert'
import { Section } from '../../../ui/page'
import type { ReadingPage, ShownCompte } from './read.server'

type Asked = NonNullable<NonNullable<ShownCompte['whole']>['masquees']>

const CHOICES = [
  ['lire', 'Les lire'],
  ['laisser', 'Les laisser'],
] as const

/** Asks whether rows that a filter hides are read. */
export function Masquees({ masquees, draft }: { masquees: Asked; draft: ReadingPage['draft'] }) {
  const { lignes, montant } = masquees
  const isDecided = draft.masquees !== undefined
  return (
    <Section title="Des lignes sont masquées">
      <Alert tone={isDecided ? 'information' : 'error'} title="Lignes masquées par un filtre">
        <p>
          {plural(lignes, 'ligne est masquée', 'lignes sont masquées')} dans cette feuille, pour{' '}
          {formatMoney(montant)}. {draft.masquees === 'lire' && 'Vous avez choisi de les lire.'}
          {draft.masquees === 'laisser' && 'Vous avez choisi de les laisser de côté.'}
          {!isDecided && 'Rien ne s’importe tant que ce n’est pas décidé.'}
        </p>
      </Alert>
      <p className="upload-actions">
        {CHOICES.map(([value, text]) => (
          <button
            key={value}
            type="submit"
            className="button button-outline"
            name="masquees"
            value={value}
            aria-pressed={draft.masquees === value}
          >
            {text}
          </button>
        ))}
      </p>
    </Section>
  )
}
