/** A refusal of an address that is a file and no page: one French sentence as plain text. */
export const refused = (sentence: string, status: number, headers: HeadersInit = {}): Response =>
  new Response(sentence, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers },
  })

/** The action of a route that only shows something; Remix's own refusal is English. */
export const readOnly = (): Response =>
  refused('Cette adresse se lit seulement : aucun formulaire n’y mène.', 405, {
    Allow: 'GET, HEAD',
  })
