import { Form, useLocation, useSubmit } from '@remix-run/react'
import type { FormEvent } from 'react'
import { EXCLUSION_PATH, type Operation, OPERATIONS } from './operation'

interface Props {
  contactId: string
  excluded: boolean
  /** Makes a repeated post have one effect. */
  evenementId: string
}

/** 'Exclure' or 'Réintégrer': asks in the browser's dialog, or on a page of its own where no script runs. */
export function ExclusionAction({ contactId, excluded, evenementId }: Props) {
  const submit = useSubmit()
  const { pathname, search } = useLocation()
  const operation: Operation = excluded ? 'reintegrer' : 'exclure'
  const words = OPERATIONS[operation]
  const decision = `${words.button} le donateur ${contactId}`
  const asked = { contact_id: contactId, operation, retour: pathname + search }

  const confirmFirst = (event: FormEvent) => {
    event.preventDefault()
    if (!confirm(`${decision}\n\n${words.question}\n${words.consequence}`)) return
    submit(
      { ...asked, evenement_id: evenementId },
      { method: 'post', action: EXCLUSION_PATH, preventScrollReset: true },
    )
  }

  return (
    <Form method="get" action={EXCLUSION_PATH} onSubmit={confirmFirst}>
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
    </Form>
  )
}
