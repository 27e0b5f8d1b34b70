import { Form, Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ACTEUR } from '#contract/constants'
import { TextArea, TextField } from '../ui/field'
import { useShell } from '../ui/shell-data'
import { Fields } from '../ui/written'
import { RAISON_MAX } from './operation'

interface NameProps {
  /** What was typed on the way here, in place of the name that the browser keeps. */
  typed?: string | undefined
  /** Field name; `nom` is recorded beside the fixed actor, others are the actor. */
  name?: string
  required?: boolean
}

/** Who decides: named by the proxy, or typed once and kept by the browser. */
export function NameField({ name = 'nom', typed, required = false }: NameProps) {
  const { nom, vouched } = useShell()?.decideur ?? { nom: '', vouched: false }
  if (vouched)
    return (
      <p className="field">
        Décision de <strong>{nom}</strong>
        {name !== 'nom' && <input type="hidden" name={name} value={ACTEUR} />}
      </p>
    )
  return (
    <TextField
      key={nom}
      label="Votre nom"
      name={name}
      value={typed ?? nom}
      autoComplete="name"
      maxLength={200}
      required={required}
    />
  )
}

interface Reason {
  label: string
  value?: string
  required?: boolean
}

/** Where a decision has no reason by itself. */
export const POURQUOI: Reason = { label: 'Pourquoi\u202F?', required: true }

interface Props {
  /** Where it is posted; the page itself by default. */
  action?: string
  hidden?: Record<string, string>
  /** None where the decision has another one, or several. */
  reason?: Reason
  /** Of the name. */
  name?: NameProps
  /** Its words tell a page's forms apart: what is refused of one is shown in it again. */
  button: string
  danger?: boolean
  /** Where to go instead, and what that is called. */
  retour?: string
  keep?: string
  /** What is decided, before the reason. */
  children?: ReactNode
}

/** The form of every decision that is recorded: by whom, what and why; its effect stands above. */
export function DecisionForm({ action, hidden, reason, name, retour, ...shown }: Props) {
  const { button, danger = false, keep = 'Annuler', children } = shown
  return (
    <Form
      method="post"
      {...(action !== undefined && { action })}
      className={reason || danger ? 'card decision' : 'fields card'}
    >
      <Fields form={button} {...(hidden && { hidden })}>
        <NameField required={reason?.required ?? false} {...name} />
        {children}
        {reason && (
          <TextArea name="raison" maxLength={RAISON_MAX} {...reason} value={reason.value} />
        )}
      </Fields>
      <div className="fields">
        <button type="submit" className={danger ? 'button button-danger' : 'button'}>
          {button}
        </button>
        {retour !== undefined && (
          <Link className="button button-outline" to={retour}>
            {keep}
          </Link>
        )}
      </div>
    </Form>
  )
}
