/** A form's text with normalised line ends; undefined if absent. */
export function textOf(form: FormData, name: string): string | undefined {
  const value = form.get(name)
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : undefined
}

/** The same without the spaces around it; empty if absent. */
export const entryOf = (form: FormData, name: string): string => textOf(form, name)?.trim() ?? ''

/** The texts of all a form's fields of one name. */
export const textsOf = (form: FormData, name: string): string[] =>
  form.getAll(name).map((value) => (typeof value === 'string' ? value : ''))
