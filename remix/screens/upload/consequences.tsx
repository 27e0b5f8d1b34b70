import { citer, formatCount, plural } from '#figures/format'
import type { ChangedRow } from '#files/changements-columns'
import { Alert } from '../../ui/alert'
import { Bounded } from '../../ui/bounded'
import { showSigned } from '../../ui/table'
import type { Apercu } from './apercu'

const LONGEST = 44

interface Changed {
  rows: readonly ChangedRow[]
  /** Of how many they are the first. */
  count: number
  noun: 'Don' | 'Contact'
}

/** Stored rows that the file would change, field by field, the first ones. */
export function Changed({ rows, count, noun }: Changed) {
  if (rows.length === 0) return null
  return (
    <details open>
      <summary>
        {count > rows.length
          ? `Ce que deviennent ${rows.length} des ${formatCount(count)} lignes modifiées`
          : `Ce que ${count > 1 ? `deviennent les ${count} lignes modifiées` : 'devient la ligne modifiée'}`}
      </summary>
      <ul className="changed-rows">
        {rows.map(({ cle, champs }) => (
          <li key={cle}>
            <strong>
              {noun} <Bounded longest={LONGEST}>{cle}</Bounded>
            </strong>
            <ul className="field-changes">
              {champs.map(({ name, before, after }) => (
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
          </li>
        ))}
      </ul>
    </details>
  )
}

/** So many years are told one by one. */
const YEARS = 10

/** The years that are over and change, and the arrêtés that then no longer say what the figures do. */
export function ClosedYears({ apercu }: { apercu: Apercu }) {
  const { annees_closes: years, arretes_touches: named } = apercu
  if (years.length === 0) return null
  const more = years.length - YEARS
  return (
    <Alert tone="warning" title="Ce fichier change des années closes">
      <ul>
        {years.slice(0, YEARS).map(({ annee, ajoutes, modifies, montant }) => (
          <li key={annee}>
            {annee}&nbsp;:{' '}
            {[
              ajoutes > 0 && plural(ajoutes, 'don ajouté', 'dons ajoutés'),
              modifies > 0 && plural(modifies, 'don modifié', 'dons modifiés'),
            ]
              .filter(Boolean)
              .join(', ')}{' '}
            ({showSigned(montant, 'montant')})
          </li>
        ))}
        {more > 0 && <li>et {plural(more, 'autre année', 'autres années')}</li>}
      </ul>
      {named.length > 0 && (
        <p>
          {named.length > 1 ? 'Des arrêtés portent' : 'Un arrêté porte'} sur ces années&nbsp;:{' '}
          {named.map(citer).join(', ')}. {named.length > 1 ? 'Ils restent' : 'Il reste'} tel
          {named.length > 1 && 's'} quel{named.length > 1 && 's'}, et l’écart avec les chiffres du
          jour paraîtra à l’écran Arrêtés.
        </p>
      )}
    </Alert>
  )
}

/** Gifts whose donor has no card, and what to do about it. */
export function WithoutCard({ apercu }: { apercu: Apercu }) {
  if (apercu.type !== 'donations' || apercu.sans_fiche === 0) return null
  const many = apercu.sans_fiche > 1
  return (
    <Alert
      tone="warning"
      title={plural(
        apercu.sans_fiche,
        'donation sans fiche donateur',
        'donations sans fiche donateur',
      )}
    >
      <p>
        {many ? 'Elles comptent' : 'Elle compte'} dans les chiffres, mais{' '}
        {many ? 'leurs donateurs n’auront' : 'son donateur n’aura'} ni nom ni adresse. Importez
        aussi le fichier des donateurs, sous l’autre onglet, avant ou après celui-ci&nbsp;; si vous
        l’avez déjà fait, vérifiez que les deux fichiers écrivent les numéros de contact de la même
        façon.
      </p>
    </Alert>
  )
}
