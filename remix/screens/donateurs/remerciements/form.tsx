import { Form, useLocation } from '@remix-run/react'
import { NameField } from '../../../forms/decision-form'
import { TextField } from '../../../ui/field'
import { Fields, useRefused } from '../../../ui/written'

/** The form that the boxes of a list belong to, and its button. */
const FORM = 'remercier'
export const THANK_ALL = 'Noter comme remerciés'

interface Props {
  button: string
  /** Today. */
  jour: string
  /** Who was thanked, where no boxes say it. */
  contact?: string
}

/** Notes who was thanked, by whom and when; the screen that has it takes it. */
export function ThankForm({ button, jour, contact }: Props) {
  const { pathname, search } = useLocation()
  const hidden = {
    retour: pathname + search,
    ...(contact !== undefined && { 'contact[]': contact }),
  }
  return (
    <Form method="post" id={FORM} className="fields">
      <Fields form={button} hidden={hidden}>
        <NameField />
        <TextField label="Remercié le" name="jour" type="date" value={jour} />
      </Fields>
      <button type="submit" className="button">
        {button}
      </button>
    </Form>
  )
}

/** The box that chooses a donor of a list to be thanked. */
export function ThankBox({ contact }: { contact: string }) {
  const ticked = useRefused(THANK_ALL)?.fields['contact[]'] ?? []
  return (
    <input
      type="checkbox"
      name="contact[]"
      value={contact}
      form={FORM}
      defaultChecked={ticked.includes(contact)}
      aria-label={`Choisir le donateur ${contact}`}
    />
  )
}
