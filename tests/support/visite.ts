import {
  attribute,
  type Document,
  type Element,
  findAll,
  getByRole,
  parseHtml,
  type Place,
  textOf,
} from './html'

/** A page as it arrived, after the redirects that led to it. */
export interface Ecran {
  /** The path and query at the end. */
  adresse: string
  status: number
  headers: Headers
  html: string
  document: Document
}

export type Valeurs = Record<string, string | File>

/** What one person's browser does where scripts are off: keeps cookies, follows links, sends forms. */
export interface Visite {
  ouvrir: (adresse: string) => Promise<Ecran>
  /** Presses a button, its form's fields filled with these values (by their `name`). */
  presser: (ecran: Ecran, bouton: Element, valeurs?: Valeurs) => Promise<Ecran>
  /** Sends a form that no page has, as somebody with a form of their own might. */
  poster: (adresse: string, valeurs: Record<string, string>) => Promise<Ecran>
  suivre: (ecran: Ecran, lien: string | RegExp) => Promise<Ecran>
  /** The answer itself, redirects not followed. */
  demander: (adresse: string, init?: RequestInit) => Promise<Response>
}

const MOST_REDIRECTS = 5

function formOf(document: Document, button: Element): Element {
  const named = attribute(button, 'form')
  const found = findAll(document, 'form').find((form) =>
    named === undefined
      ? findAll(form, 'button').includes(button)
      : attribute(form, 'id') === named,
  )
  if (!found) throw new Error('The button has no form')
  return found
}

/** Which choice a list stands on. */
function chosen(select: Element): string {
  const options = findAll(select, 'option')
  const option = options.find((one) => attribute(one, 'selected') !== undefined) ?? options[0]
  return (option && attribute(option, 'value')) ?? ''
}

function fieldsOf(form: Element): [name: string, value: string | File][] {
  return findAll(form, 'input[name], select[name], textarea[name]').flatMap(
    (field): [string, string | File][] => {
      const [name = '', type] = [attribute(field, 'name'), attribute(field, 'type')]
      if (attribute(field, 'disabled') !== undefined) return []
      if (type === 'checkbox' && attribute(field, 'checked') === undefined) return []
      if (type === 'file') return [[name, new File([], '')]]
      if (field.name === 'select') return [[name, chosen(field)]]
      if (field.name === 'textarea') return [[name, textOf(field)]]
      return [[name, attribute(field, 'value') ?? '']]
    },
  )
}

/** What a browser sends when this button is pressed; throws for a field that the form has not. */
export function remplir(document: Document, button: Element, values: Valeurs = {}) {
  if (attribute(button, 'disabled') !== undefined) throw new Error('The button is disabled')
  const form = formOf(document, button)
  const fields = fieldsOf(form)
  for (const name of Object.keys(values))
    if (!fields.some(([known]) => known === name)) throw new Error(`No field ${name}`)
  const pressed = attribute(button, 'name')
  const sent = [
    ...fields.map(([name, value]) => [name, values[name] ?? value] as const),
    ...(pressed ? [[pressed, attribute(button, 'value') ?? ''] as const] : []),
  ]
  return {
    action: attribute(form, 'action') ?? '',
    method: (attribute(form, 'method') ?? 'get').toLowerCase(),
    isMultipart: attribute(form, 'enctype') === 'multipart/form-data',
    sent,
  }
}

const asText = (sent: readonly (readonly [string, string | File])[]) =>
  new URLSearchParams(
    sent.map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
  )

function asFiles(sent: readonly (readonly [string, string | File])[]): FormData {
  const form = new FormData()
  for (const [name, value] of sent) form.append(name, value)
  return form
}

/** An address of the site as it is written, or one that is whole. */
const wholeOf = (base: string, adresse: string) =>
  adresse.startsWith('http') ? adresse : base + adresse

/** Visits the application at `base` as a new person, who says so much more with every request. */
export function visiter(base: string, said: Record<string, string> = {}): Visite {
  const cookies = new Map<string, string>()

  const demander = async (adresse: string, init: RequestInit = {}) => {
    const headers = new Headers({ ...said, ...(init.headers as Record<string, string>) })
    // A connection kept since an earlier request may be closed by the server just as this one is sent.
    headers.set('connection', 'close')
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    if (init.method === 'POST' && !headers.has('origin')) headers.set('origin', base)
    const answer = await fetch(wholeOf(base, adresse), { redirect: 'manual', ...init, headers })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (/max-age=0/i.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }

  const arriver = async (adresse: string, init?: RequestInit, redirects = 0): Promise<Ecran> => {
    const answer = await demander(adresse, init)
    const location = answer.headers.get('location')
    const { href, pathname, search } = new URL(wholeOf(base, adresse))
    if (location !== null) {
      if (redirects === MOST_REDIRECTS) throw new Error(`Too many redirects: ${href}`)
      await answer.arrayBuffer()
      return arriver(new URL(location, href).href, undefined, redirects + 1)
    }
    const html = await answer.text()
    return {
      adresse: pathname + search,
      status: answer.status,
      headers: answer.headers,
      html,
      document: parseHtml(html),
    }
  }

  return {
    demander,
    ouvrir: (adresse) => arriver(adresse),
    poster: (adresse, valeurs) =>
      arriver(adresse, { method: 'POST', body: new URLSearchParams(valeurs) }),
    suivre: (ecran, lien) => {
      const href = attribute(getByRole(ecran.document, 'link', lien), 'href') ?? ''
      return arriver(new URL(href, new URL(ecran.adresse, base)).href)
    },
    presser: (ecran, bouton, valeurs) => {
      const { action, method, isMultipart, sent } = remplir(ecran.document, bouton, valeurs)
      const target = new URL(action, new URL(ecran.adresse, base))
      if (method !== 'get')
        return arriver(target.href, {
          method: 'POST',
          body: isMultipart ? asFiles(sent) : asText(sent),
        })
      target.search = asText(sent).toString()
      return arriver(target.href)
    },
  }
}

/** The address that a link of this name leads to. */
export const lienDe = (place: Place, name: string | RegExp): string =>
  attribute(getByRole(place, 'link', name), 'href') ?? ''
