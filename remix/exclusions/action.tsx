import { Form, useLocation, useSubmit } from '@remix-run/react'
import { type FormEvent, useRef } from 'react'
import { RAISON_PAR_DEFAUT } from '#contract/constants'
import { describeEffect, readEffect } from './effect'
import { EXCLUSION_PATH, type Operation, OPERATIONS, RAISON_MAX } from './operation'
import { textOf } from './text'

interface Props {
  contactId: string
  excluded: boolean
  /** Idempotency key of the post. */
  evenementId: string
  /** Suggested reason, and the reasons that were shown. */
  raison?: string
  raisonsVues?: string | undefined
}

/** 'Exclure' or 'Réintégrer': confirms in a browser dialog, or on a page of its own without scripts. */
export function ExclusionAction({
  contactId,
  excluded,
  evenementId,
  raison = RAISON_PAR_DEFAUT,
  raisonsVues,
}: Props) {
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
    const written = excluded ? null : textOf(fields, 'raison')?.trim() || RAISON_PAR_DEFAUT
    const lines = [
      decision,
      '',
      words.question,
      words.consequence,
      '',
      ...describeEffect(effect),
      ...(written === null ? [] : ['', `Raison\u00A0: ${written}`]),
    ]
    if (!confirm(lines.join('\n'))) return
    submit(
      {
        ...asked,
        evenement_id: evenementId,
        ...(written !== null && { raison: written }),
        ...(effect && { numero_attendu: String(effect.numero_attendu) }),
      },
      { method: 'post', action: EXCLUSION_PATH, preventScrollReset: true },
    )
  }

  const confirmFirst = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (asking.current) return
    asking.current = true
    void ask(new FormData(event.currentTarget)).finally(() => (asking.current = false))
  }

  return (
    <Form method="get" action={EXCLUSION_PATH} onSubmit={confirmFirst} className="exclusion">
      {Object.entries(asked).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        type="submit"
        className={`button button-small ${excluded ? 'button-outline' : 'button-danger'}`}
        aria-label={decision}
      >
        {words.button}
      </button>
      {!excluded && (
        <details>
          <summary title="Dire pourquoi">
            <span>Raison</span>
          </summary>
          <textarea
            name="raison"
            rows={3}
            maxLength={RAISON_MAX}
            defaultValue={raison}
            aria-label={`Raison d’exclure le donateur ${contactId} (facultatif)`}
          />
        </details>
      )}
    </Form>
  )
}
