import { useActionData } from '@remix-run/react'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { Alert } from './alert'

/** What was written in a form that was refused, and why: its page shows it again. */
export interface Written {
  /** The words of its button: a page has several forms. */
  form: string
  /** The field that it was refused for, if any. */
  champ: string | undefined
  fault: string
  fields: Record<string, string[]>
}

/** Hidden field that says which form was sent. */
export const FORM = 'formulaire'

/** What the action of this page refused, if it was this form. */
export function useRefused(form: string): Written | null {
  const answer = useActionData() as { written?: Written } | undefined
  const written = answer?.written
  // One that was open since before it said its name may be any.
  return written && (written.form === form || written.form === '') ? written : null
}

const Context = createContext<Written | null>(null)

interface Props {
  /** The words of its button. */
  form: string
  hidden?: Record<string, string>
  children: ReactNode
}

/** The fields of a form; what none of them says itself of a refusal stands above them. */
export function Fields({ form, hidden = {}, children }: Props) {
  const refused = useRefused(form)
  const { champ } = refused ?? {}
  const isSaid = champ !== undefined && !(champ in hidden) && refused && champ in refused.fields
  return (
    <Context.Provider value={refused}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name={FORM} value={form} data-stays={refused ? true : undefined} />
      {refused && !isSaid && (
        <Alert tone="error">
          <p>{refused.fault}</p>
        </Alert>
      )}
      {children}
    </Context.Provider>
  )
}

interface Given {
  name: string
  value?: string | undefined
  fault?: string | undefined
}

/** Value and fault of a field as given, or as it was sent and refused; the refused one gets the focus. */
export function useWritten<Control extends HTMLElement>({ name, value, fault }: Given) {
  const written = useContext(Context)
  const isRefused = written?.champ === name
  const ref = useRef<Control>(null)
  useEffect(() => {
    if (isRefused) ref.current?.focus()
  }, [isRefused, written])
  return {
    value: written?.fields[name]?.[0] ?? value,
    fault: fault ?? (isRefused ? written.fault : undefined),
    focus: { ref, autoFocus: isRefused },
  }
}
