/** A text as a form sent it, with the line ends of every other text; undefined where it sent none. */
export function textOf(form: FormData, name: string): string | undefined {
  const value = form.get(name)
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : undefined
}
