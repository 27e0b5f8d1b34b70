import { useElementId } from './id'
import { useWritten } from './written'

interface Field {
  label: string
  name: string
  value: string | undefined
  /** Why the value was refused. */
  fault?: string | undefined
}

/** ARIA attributes of a refused field. */
const faultProps = (id: string, fault: string | undefined) =>
  fault === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-faute` }

function Fault({ id, fault }: { id: string; fault: string | undefined }) {
  return (
    fault !== undefined && (
      <p id={`${id}-faute`} className="field-fault">
        {fault}
      </p>
    )
  )
}

interface TextFieldProps extends Field {
  type?: string
  /** Offered by the browser while one writes. */
  suggested?: readonly string[] | undefined
  autoComplete?: string
  maxLength?: number
  required?: boolean
}

/** A labelled text or date field. */
export function TextField({
  label,
  name,
  value: given,
  fault: known,
  type = 'text',
  suggested,
  ...rules
}: TextFieldProps) {
  const id = useElementId()
  const { value, fault, focus } = useWritten<HTMLInputElement>({ name, value: given, fault: known })
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        defaultValue={value ?? ''}
        list={suggested && `${id}-choix`}
        {...rules}
        {...focus}
        {...faultProps(id, fault)}
      />
      {suggested && (
        <datalist id={`${id}-choix`}>
          {suggested.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
      <Fault id={id} fault={fault} />
    </div>
  )
}

/** A box that has to be ticked. */
export function CheckField({ label, name }: Pick<Field, 'label' | 'name'>) {
  const id = useElementId()
  const { value, fault, focus } = useWritten<HTMLInputElement>({ name })
  return (
    <div className="field field-long">
      <p className="check">
        <input
          id={id}
          name={name}
          type="checkbox"
          value="1"
          required
          defaultChecked={value === '1'}
          {...focus}
          {...faultProps(id, fault)}
        />
        <label htmlFor={id}>{label}</label>
      </p>
      <Fault id={id} fault={fault} />
    </div>
  )
}

/** A labelled select; choices are [value, text]. */
export function SelectField({
  label,
  name,
  value: given,
  fault: known,
  choices,
}: Field & { choices: [string, string][] }) {
  const id = useElementId()
  const { value, fault, focus } = useWritten<HTMLSelectElement>({
    name,
    value: given,
    fault: known,
  })
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={value ?? ''} {...focus} {...faultProps(id, fault)}>
        {choices.map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
      <Fault id={id} fault={fault} />
    </div>
  )
}

/** A labelled multi-line text. */
export function TextArea({
  label,
  name,
  value: given,
  rows = 3,
  ...rules
}: Omit<Field, 'fault'> & { rows?: number; maxLength?: number; required?: boolean }) {
  const id = useElementId()
  const { value, fault, focus } = useWritten<HTMLTextAreaElement>({ name, value: given })
  return (
    <div className="field field-long">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        name={name}
        rows={rows}
        defaultValue={value ?? ''}
        {...rules}
        {...focus}
        {...faultProps(id, fault)}
      />
      <Fault id={id} fault={fault} />
    </div>
  )
}
