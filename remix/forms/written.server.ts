import { data } from '@remix-run/node'
import { asRefusal } from '../service/refusal.server'
import { FORM, type Written } from '../ui/written'
import { textOf } from './text'

/** The texts of a form, by field. */
function textsOf(form: FormData): Written['fields'] {
  const texts: Written['fields'] = {}
  for (const [name, value] of form)
    if (typeof value === 'string') (texts[name] ??= []).push(value.replace(/\r\n?/g, '\n'))
  return texts
}

/** Where what a form asked for is refused: the page shows it again, with all that was written, and why. */
export function shownAgain(form: FormData, error: unknown, cookies: readonly string[] = []) {
  const { champ, message, status } = asRefusal(error)
  const written: Written = {
    form: textOf(form, FORM) ?? '',
    champ: champ?.split('.').at(-1),
    fault: message,
    fields: textsOf(form),
  }
  return data(
    { written },
    { status, headers: cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]) },
  )
}
