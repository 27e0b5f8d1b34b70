import type { z } from 'zod'
import type { ListeQuery } from '#contract/listes'
import type { Repousses } from '#contract/selections'
import { readFileText } from '../../../forms/file-text.server'
import { unreadable } from '../../../forms/read.server'
import { OF_THE_PAGE } from '../../../ui/print-list'

export type Ticked = z.input<typeof Repousses>

/** The list named by the URL, whatever its page. */
export function readListe(request: Request): z.input<typeof ListeQuery> {
  const query = new URL(request.url).searchParams
  for (const name of OF_THE_PAGE) query.delete(name)
  return Object.fromEntries(query) as z.input<typeof ListeQuery>
}

/** The text of a field, or of the file that it holds. */
export const pastedOrSent = (value: FormDataEntryValue | null): string | Promise<string> =>
  value instanceof File ? readFileText(value) : (value ?? '')

/** The ticked choices, with pasted and uploaded ids as one text; throws a Refusal for a malformed form. */
export async function readTicked(request: Request): Promise<Ticked> {
  const form = await request.formData().catch(unreadable('à la sélection'))
  const depuis = form.get('depuis')
  const ids = [await pastedOrSent(form.get('ids')), await pastedOrSent(form.get('fichier'))]
  return {
    ...(typeof depuis === 'string' && depuis !== '' && { depuis }),
    a_verifier: form.has('a_verifier'),
    societes: form.has('societes'),
    sans_email: form.has('sans_email'),
    sans_code_postal: form.has('sans_code_postal'),
    meme_email: form.has('meme_email'),
    ids: ids
      .map((text) => text.trim())
      .filter(Boolean)
      .join('\n'),
  }
}
