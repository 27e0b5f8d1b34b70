import type { Fiche, Inconnu } from '#contract/dictionnaire'
import { formatMoney } from '#figures/format'
import { DecisionForm, NameField } from '../../../forms/decision-form'
import { TextField } from '../../../ui/field'
import { useElementId } from '../../../ui/id'
import { Fields, useRefused } from '../../../ui/written'

/** Who says it. */
const NAME = { name: 'saisi_par' }

const text = (value: number | string | null | undefined) =>
  value === null || value === undefined ? '' : String(value).replace('.', ',')

interface FicheProps {
  code: string
  fiche: Partial<Fiche>
  familles: readonly string[]
}

/** What is said of a code: all of it at once. */
export function FicheForm({ code, fiche, familles }: FicheProps) {
  const field = (name: string, label: string, value: string, rules = {}) => (
    <TextField label={label} name={name} value={value} {...rules} />
  )
  return (
    <DecisionForm key={code} name={NAME} button="Noter au dictionnaire">
      {field('code', 'Code', code)}
      {field('nom', 'Nom', fiche.nom ?? '')}
      {field('famille', 'Famille', fiche.famille ?? '', { suggested: familles })}
      {field('exercice', 'Exercice', text(fiche.exercice))}
      {field('cout', 'Coût (€)', text(fiche.cout))}
      {field('envois', 'Envois', text(fiche.envois))}
      {field('debut', 'Début', fiche.debut ?? '', { type: 'date' })}
      {field('fin', 'Fin', fiche.fin ?? '', { type: 'date' })}
    </DecisionForm>
  )
}

/** A native form: a file travels without a script. */
export function FileForm() {
  const id = useElementId()
  return (
    <form method="post" encType="multipart/form-data" className="fields card">
      <Fields form="Charger le fichier">
        <NameField {...NAME} />
        <div className="field">
          <label htmlFor={id}>Fichier CSV</label>
          <input id={id} name="fichier" type="file" accept=".csv,text/csv" />
        </div>
      </Fields>
      <div className="fields">
        <button type="submit" className="button">
          Charger le fichier
        </button>
      </div>
    </form>
  )
}

const PROPOSALS = 'Noter les propositions cochées'

/** The proposals, none of them ticked by itself. */
export function ProposalsForm({ inconnus }: { inconnus: readonly Inconnu[] }) {
  const id = useElementId()
  const ticked = useRefused(PROPOSALS)?.fields['retenir[]'] ?? []
  return (
    <DecisionForm name={NAME} button={PROPOSALS}>
      <ul className="field field-long proposals">
        {inconnus.map(({ code, famille, exercice, montant }, at) => (
          <li key={code} className="check">
            <input
              id={`${id}-${at}`}
              name="retenir[]"
              type="checkbox"
              value={code}
              defaultChecked={ticked.includes(code)}
            />
            <label htmlFor={`${id}-${at}`}>
              {code}&nbsp;: {famille === null ? 'sans famille' : `famille ${famille}`},{' '}
              {exercice === null ? 'sans exercice' : `exercice ${exercice}`} ({formatMoney(montant)}
              )
            </label>
          </li>
        ))}
      </ul>
    </DecisionForm>
  )
}
