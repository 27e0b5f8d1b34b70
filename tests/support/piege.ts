/** A call that a page tries against a server that is not its own. */
export interface Appel {
  methode: string
  url: string
}

/** What a page of elsewhere got to see: an answer it could read, or a frame that showed something. */
export interface Prise {
  comment: string
  url: string
  status: number
  texte: string
}

/**
 * Runs in the browser: tries every way that a page has to send a call, and answers what it could read. Forms are posted
 * into frames, where a page waits for them without seeing them.
 */
export async function essayer(appels: Appel[]): Promise<Prise[]> {
  const ENSEMBLE = 8
  const prises: Prise[] = []
  const csv = 'id;montant;date;contact\n999999;10;2024-01-01;C000001\n'
  const json = '{"contact_id":"C000001","exclu_par":"Mallory"}'
  const fichier = () => {
    const form = new FormData()
    form.append('donations_file', new File([csv], 'd.csv', { type: 'text/csv' }))
    return form
  }
  const corps: [string, () => Pick<RequestInit, 'body' | 'headers'>][] = [
    ['rien', () => ({})],
    ['texte', () => ({ body: json })],
    [
      'formulaire',
      () => ({ body: new URLSearchParams({ contact_id: 'C000001', operation: 'exclure' }) }),
    ],
    ['fichier', () => ({ body: fichier() })],
    ['json', () => ({ body: json, headers: { 'content-type': 'application/json' } })],
  ]
  const lire = async (comment: string, url: string, init: RequestInit) => {
    const answer = await fetch(url, init).catch(() => undefined)
    if (!answer || answer.type === 'opaque' || answer.type === 'opaqueredirect') return
    prises.push({ comment, url, status: answer.status, texte: await answer.text().catch(() => '') })
  }
  const poster = (url: string, enctype: string) =>
    new Promise<void>((resolve) => {
      const frame = document.createElement('iframe')
      frame.name = `f${Math.random()}`
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', action: url, enctype, target: frame.name })
      const field = document.createElement('input')
      if (enctype === 'multipart/form-data') {
        const held = new DataTransfer()
        held.items.add(new File([csv], 'd.csv', { type: 'text/csv' }))
        Object.assign(field, { type: 'file', name: 'donations_file', files: held.files })
      } else Object.assign(field, { name: '{"contact_id":"C000001","x":"', value: '"}' })
      form.append(field)
      const done = () => {
        frame.remove()
        form.remove()
        resolve()
      }
      document.body.append(frame, form)
      frame.addEventListener('load', done)
      setTimeout(done, 5_000)
      form.submit()
    })
  const encadrer = (url: string) =>
    new Promise<void>((resolve) => {
      const frame = document.createElement('iframe')
      const done = () => {
        const texte = frame.contentDocument?.body.textContent ?? ''
        if (texte !== '') prises.push({ comment: 'cadre', url, status: 0, texte })
        frame.remove()
        resolve()
      }
      frame.addEventListener('load', done)
      setTimeout(done, 5_000)
      frame.src = url
      document.body.append(frame)
    })

  const tout = async ({ methode, url }: Appel) => {
    const sent = methode === 'GET' ? corps.slice(0, 1) : corps
    await Promise.all([
      ...sent.flatMap(([quoi, init]) =>
        (['cors', 'no-cors'] as const).map((mode) =>
          lire(`${mode} ${quoi}`, url, {
            method: methode,
            mode,
            credentials: 'include',
            ...init(),
          }),
        ),
      ),
      ...(methode === 'GET'
        ? [encadrer(url)]
        : ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'].map(
            (enctype) => poster(url, enctype),
          )),
    ])
  }
  // Several calls at a time, as one after the other most of the time is spent on frames that load.
  const reste = [...appels]
  const suivre = async () => {
    for (let appel = reste.shift(); appel; appel = reste.shift()) await tout(appel)
  }
  await Promise.all(Array.from({ length: ENSEMBLE }, suivre))
  return prises
}
