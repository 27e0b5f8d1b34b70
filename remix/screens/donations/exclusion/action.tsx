import { Form, useLocation, useSubmit } from '@remix-run/react'
import { type FormEvent, useRef } from 'react'
import {
  EXCLUSION_PATH,
  type Operation,
  OPERATIONS,
  RAISON_MAX,
  TO_CONFIRM,
} from '../../../forms/operation'
import { textOf } from '../../../forms/text'
import { useShell } from '../../../ui/shell-data'
import { describeEffect, readEffect } from './effect'

interface Props {
  contactId: string
  excluded: boolean
  /** Idempotency key of the post. */
  evenementId: string
  /** Suggested reason, and the reasons that were shown. */
  raison?: string | undefined
  raisonsVues?: string | undefined
}

/** Of the button that leads to the confirmation page. */
const PAGE = 'page'

/** 'Exclure' or 'Réintégrer': confirms in a browser dialog, or on a page of its own without scripts. */
export function ExclusionAction({ contactId, excluded, evenementId, raison, raisonsVues }: Props) {
  const submit = useSubmit()
  const { pathname, search } = useLocation()
  const asking = useRef(false)
  const operation: Operation = excluded ? 'reintegrer' : 'exclure'
  const words = OPERATIONS[operation]
  const decision = `${words.button} le donateur ${contactId}`
  const asked = {
    contact_id: contactId,
    operation,
    retour: pathname + search,
    ...(raisonsVues !== undefined && { raisons_vues: raisonsVues }),
  }

  const ask = async (fields: FormData) => {
    const effect = await readEffect(contactId)
    const written = textOf(fields, 'raison')?.trim() || words.raison
    const named = textOf(fields, 'nom')?.trim()
    const lines = [
      decision,
      '',
      words.question,
      words.consequence,
      '',
      ...describeEffect(effect),
      '',
      `Raison\u00A0: ${written}`,
      ...(named ? [`Par\u00A0: ${named}`] : []),
    ]
    if (!confirm(lines.join('\n'))) return
    submit(
      {
        ...asked,
        evenement_id: evenementId,
        raison: written,
        ...(named !== undefined && { nom: named }),
        ...(effect && { numero_attendu: String(effect.numero_attendu) }),
      },
      { method: 'post', action: EXCLUSION_PATH, preventScrollReset: true },
    )
  }

  const confirmFirst = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    if (submitter?.getAttribute('value') === PAGE) return
    event.preventDefault()
    if (asking.current) return
    asking.current = true
    void ask(new FormData(event.currentTarget)).finally(() => (asking.current = false))
  }

  return (
    <Form
      method="post"
      action={`${EXCLUSION_PATH}?${new URLSearchParams(asked)}`}
      onSubmit={confirmFirst}
      className="exclusion"
    >
      <input type="hidden" name={TO_CONFIRM} value="1" />
      <button
        type="submit"
        className={`button button-small ${excluded ? 'button-outline' : 'button-danger'}`}
        aria-label={decision}
      >
        {words.button}
      </button>
      {/* What was written of one operation is not of the next. */}
      <details key={operation}>
        <summary title="Dire qui et pourquoi">
          <span>Qui, pourquoi</span>
        </summary>
        <Who of={decision} />
        <label>
          Raison
          <textarea
            name="raison"
            rows={3}
            maxLength={RAISON_MAX}
            defaultValue={(excluded ? undefined : raison) ?? words.raison}
            aria-label={`${decision}\u00A0: raison (facultatif)`}
          />
        </label>
        {/* What was written goes along to the page that asks, and never into its address. */}
        <button
          type="submit"
          value={PAGE}
          formNoValidate
          className="button button-outline button-small"
        >
          Ce que cela change
        </button>
      </details>
    </Form>
  )
}

/** Who decides, as one line of a row. */
function Who({ of }: { of: string }) {
  const { nom, vouched } = useShell()?.decideur ?? { nom: '', vouched: false }
  if (vouched) return <span>{nom}</span>
  return (
    <label>
      Votre nom
      <input
        key={nom}
        type="text"
        name="nom"
        maxLength={200}
        defaultValue={nom}
        autoComplete="name"
        aria-label={`${of}\u00A0: votre nom`}
      />
    </label>
  )
}
