import { Form, useLocation, useSubmit } from '@remix-run/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { COMPARER } from './comparison'
import { sortingsIn } from './sorting'
import { useCarried } from './year'

/** What a screen lets one choose. */
export interface Choice {
  label: string
  /** Field name. */
  name: string
  /** Element id; must not clash with a script's global (`axe`). */
  id?: string
  value: string | number
  choices: readonly Option[]
  /** Further choices under a title each. */
  groups?: readonly (readonly [title: string, choices: readonly Option[]])[]
}

/** Which year a screen shows. */
export const yearChoice = (annees: readonly number[], annee: number): Choice => ({
  label: 'Année',
  name: 'annee',
  id: 'annee',
  value: annee,
  choices: annees.map((choice) => [choice, String(choice)] as const),
})
type Option = readonly [value: string | number, text: string]

interface Props {
  fields: readonly Choice[]
  /** Other query parameters to keep; the orders of tables are, and what they are compared with. */
  kept?: Record<string, string>
}

/** How long a choice may still change, by arrow keys say, before a script shows it. */
const PAUSE_MS = 1_000

/** Submits a form once its choices stay as they are; `forget` if that is done already. */
function usePause(form: RefObject<HTMLFormElement>) {
  const submit = useSubmit()
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const forget = () => clearTimeout(timer.current)
  useEffect(() => forget, [])
  const start = () => {
    forget()
    timer.current = setTimeout(() => submit(form.current, { preventScrollReset: true }), PAUSE_MS)
  }
  return { start, forget }
}

/** Whether scripts run here: not before they do, so that the page is the server's until then. */
function useLive(): boolean {
  const [isLive, setLive] = useState(false)
  useEffect(() => setLive(true), [])
  return isLive
}

/** Chooses what a screen shows; one a screen. With scripts its button shows to the keyboard only. */
export function ChoiceForm({ fields, kept = {} }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { start, forget } = usePause(form)
  const isLive = useLive()
  const { pathname, search } = useLocation()
  const sortings = sortingsIn(new URLSearchParams(search))
  const { comparer } = useCarried()
  const others = {
    ...Object.fromEntries(sortings),
    ...(comparer && !fields.some(({ name }) => name === COMPARER) && { comparer }),
    ...kept,
  }
  return (
    <Form
      method="get"
      action={pathname}
      className={isLive ? 'year-form live' : 'year-form'}
      ref={form}
      onSubmit={forget}
      preventScrollReset
    >
      {fields.map((field) => (
        <ChoiceField key={field.name} {...field} onChange={start} />
      ))}
      {Object.entries(others).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="button button-outline">
        Afficher
      </button>
    </Form>
  )
}

/** Keeps the focus when what it chose is shown. */
function ChoiceField({
  label,
  name,
  id = `choix-${name}`,
  value,
  choices,
  groups = [],
  onChange,
}: Choice & { onChange: () => void }) {
  const select = useRef<HTMLSelectElement>(null)
  const shown = useRef(value)
  useEffect(() => {
    if (shown.current === value) return
    shown.current = value
    if (select.current) select.current.value = String(value)
  }, [value])
  return (
    <span className="choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} ref={select} defaultValue={value} onChange={onChange}>
        {optionsOf(choices)}
        {groups.map(([title, some]) => (
          <optgroup key={title} label={title}>
            {optionsOf(some)}
          </optgroup>
        ))}
      </select>
    </span>
  )
}

const optionsOf = (choices: readonly Option[]) =>
  choices.map(([choice, text]) => (
    <option key={choice} value={choice}>
      {text}
    </option>
  ))
