import type { IncomingMessage } from 'node:http'
import { TypeFichier } from '#contract/imports'
import { hostNameOf, isAddress, isLoopback, isOwnOrigin } from '#edge/hosts'
import { DICTIONARY_PATH } from '../screens/campagnes/dictionnaire/paths'
import { OPPOSITIONS } from '../screens/donateurs/oppositions/paths'
import { SELECTION_CSV_PATH, SELECTION_PATH } from '../screens/donateurs/selection/paths'
import { DEPOT_PATH, previewPath } from '../screens/upload/paths'
import { pathOf } from './log'
import type { Check } from './refusal'

const SAFE = ['GET', 'HEAD']
const METHODS = [...SAFE, 'POST']

/** Refuses unlisted host names, as anyone can point theirs here (DNS rebinding). */
export function checkHost(allowed: string[]): Check {
  const names = new Set(allowed.map((name) => name.toLowerCase()))
  return (_request, client) => {
    const name = client.host === undefined ? undefined : hostNameOf(client.host)
    if (name !== undefined && (isAddress(name) || isLoopback(name) || names.has(name)))
      return undefined
    return {
      status: 421,
      sentence: `L’application n’est pas servie sous ce nom${name ? ` (${name})` : ''}. L’exploitant peut l’ajouter au réglage ALLOWED_HOSTS.`,
    }
  }
}

export const checkMethod: Check = (request) =>
  METHODS.includes(request.method ?? '')
    ? undefined
    : {
        status: 405,
        sentence: 'Cette méthode n’est pas acceptée ici.',
        headers: { allow: METHODS.join(', ') },
      }

/** Accepts writes only from our own pages: by `Sec-Fetch-Site`, else by an `Origin` equal to our scheme and host. */
export const checkOrigin: Check = (request, client) => {
  if (SAFE.includes(request.method ?? '')) return undefined
  const { origin, 'sec-fetch-site': site } = request.headers
  const same =
    site !== undefined
      ? site === 'same-origin'
      : origin !== undefined && isOwnOrigin(origin, client.host, client.scheme)
  return same
    ? undefined
    : {
        status: 403,
        sentence:
          'Cette demande ne vient pas d’une page de l’application. Ouvrez l’application, puis recommencez.',
      }
}

const MAX_FORM_BYTES = 1024 * 1024
const FILE_PATHS = [...TypeFichier.options.map(previewPath), DEPOT_PATH]
/** Forms with a small file, buffered like others. */
const SMALL_FILE_PATHS: readonly string[] = [
  SELECTION_PATH,
  SELECTION_CSV_PATH,
  DICTIONARY_PATH,
  OPPOSITIONS,
]
const MULTIPART = /^multipart\/form-data\s*(;|$)/i

/** Line breaks and the like, at which the router's patterns stop: no route would match. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}]/u

function isReadable(path: string): boolean {
  try {
    return !UNPRINTABLE.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

/** Unreadable URLs redirect to the dashboard, like unknown ones. */
export const checkAddress: Check = (request) => {
  const path = pathOf(request.url)
  if (!path.startsWith('/')) return { status: 400, sentence: 'Cette adresse ne se lit pas.' }
  return isReadable(path)
    ? undefined
    : {
        status: SAFE.includes(request.method ?? '') ? 302 : 303,
        sentence: 'Cette adresse n’existe pas.',
        headers: { location: '/dashboard' },
      }
}

/** Whether a request is one of the streamed file uploads. */
export const isUpload = ({ headers, url }: IncomingMessage): boolean =>
  MULTIPART.test(headers['content-type'] ?? '') && FILE_PATHS.includes(pathOf(url))

/** Forms are buffered, so they must be small and declare their size; file uploads are streamed. */
export const checkForm: Check = (request) => {
  if (SAFE.includes(request.method ?? '')) return undefined
  const type = request.headers['content-type'] ?? ''
  const path = pathOf(request.url)
  const hasFile = MULTIPART.test(type)
  if (isUpload(request)) return undefined
  const isForm = hasFile
    ? SMALL_FILE_PATHS.includes(path)
    : /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)
  if (!isForm) return { status: 415, sentence: 'Seuls des formulaires sont acceptés ici.' }
  const length = request.headers['content-length']
  if (length === undefined) return { status: 411, sentence: 'La taille du formulaire manque.' }
  return Number(length) <= MAX_FORM_BYTES
    ? undefined
    : { status: 413, sentence: 'Ce formulaire est trop grand\u00A0: 1 Mo au plus.' }
}

/** With AUTH_MODE=proxy, only requests through a trusted proxy that names the user get in. */
export const checkIdentity: Check = (_request, client) => {
  if (!client.proxied)
    return {
      status: 403,
      sentence:
        'Passez par l’adresse habituelle de l’application\u00A0: cet accès direct est fermé.',
    }
  return client.identity === undefined
    ? { status: 401, sentence: 'Vous n’êtes pas identifié. Reconnectez-vous, puis recommencez.' }
    : undefined
}
