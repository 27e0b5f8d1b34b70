import type { Fraicheur } from '#contract/rafraichissement'
import { contactsOf, donationsOf, HOSTILE, LONG } from './hostile'

/** Posts JSON to the service; throws if it refuses. */
export async function poster(serviceUrl: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(serviceUrl + path, {
    method: 'POST',
    ...(body && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return JSON.parse(text) as unknown
}

const WAIT_MS = 100

/** Imports a file through the service, and returns its result once it has ended. */
export async function importerFichier(
  serviceUrl: string,
  type: 'donateurs' | 'donations',
  text: string,
  name = `${type}.csv`,
): Promise<unknown> {
  const form = new FormData()
  const field = type === 'donateurs' ? 'contacts_file' : 'donations_file'
  form.append(field, new File([text], name, { type: 'text/csv' }))
  const started = await fetch(`${serviceUrl}/api/upload/${type}/upload`, {
    method: 'POST',
    body: form,
  })
  if (started.status !== 202) throw new Error(`${type}: ${started.status} ${await started.text()}`)
  const { upload_id } = (await started.json()) as { upload_id: string }
  for (;;) {
    const answer = await fetch(`${serviceUrl}/api/upload/status/${upload_id}`)
    const { status, resultat, message } = (await answer.json()) as Record<string, unknown>
    if (status === 'completed') return resultat
    if (status === 'error') throw new Error(`${type}: ${String(message)}`)
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  }
}

/** Waits until every figure is that of the rows, and nothing is being computed or looked for. */
export async function attendreCalme(serviceUrl: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${serviceUrl}/api/analytics/fraicheur`)
    const { exclusions_plus_recentes, imports_plus_recents, refresh_id, suspects_attendus } =
      (await answer.json()) as Fraicheur
    const newer = exclusions_plus_recentes + imports_plus_recents
    if (newer === 0 && refresh_id === null && !suspects_attendus) return
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  }
}

/** Contact ids are hostile too, in donations that come before their donors. */
export const contactHostile = (at: number): string => {
  if (HOSTILE[at] === LONG) return LONG
  return at % 2 === 0 ? `H${at}` : `${HOSTILE[at]} ${at}`
}

/** Donations whose heading is hostile too. */
export function donationsHostiles(): string {
  const [head = '', ...lines] = donationsOf(HOSTILE, contactHostile).split('\n')
  return [`${head};"${HOSTILE[0]}"`, ...lines.map((line) => line && `${line};"x"`), ''].join('\n')
}

/** Excludes every hostile donor for a hostile reason, and takes all but the second in again. */
export async function exclureHostiles(serviceUrl: string): Promise<void> {
  for (const [at, raison] of HOSTILE.entries()) {
    const contact_id = contactHostile(at)
    await poster(serviceUrl, '/api/exclusions/exclure', { contact_id, raison, exclu_par: raison })
    if (at !== 1) await poster(serviceUrl, '/api/exclusions/reintegrer', { contact_id })
  }
  await attendreCalme(serviceUrl)
}

/** Fills an empty base with what an attacker might put into every cell. */
export async function semerHostile(serviceUrl: string): Promise<void> {
  await importerFichier(serviceUrl, 'donateurs', contactsOf(HOSTILE))
  await importerFichier(serviceUrl, 'donations', donationsHostiles())
  await exclureHostiles(serviceUrl)
}
