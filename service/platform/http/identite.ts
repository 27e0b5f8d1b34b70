import type { FastifyRequest } from 'fastify'
import { ACTEUR } from '#contract/constants'
import { Problem } from '../../problem'

/**
 * The user named by the web app's proxy, or null. Only holders of the service's token can set this header; the web app
 * strips it from browsers' requests.
 */
export function readIdentite(request: FastifyRequest): string | null {
  const given = request.headers['x-identite']
  if (typeof given !== 'string') return null
  try {
    return decodeURIComponent(given).replaceAll('\0', '').trim().slice(0, 200) || null
  } catch {
    return given.slice(0, 200)
  }
}

/** The same, or a word for whoever it is. */
export const readActeur = (request: FastifyRequest): string => readIdentite(request) ?? ACTEUR

/** What marks a name that somebody typed, and no proxy vouches for. */
const SAISI = ', nom saisi'

/** Who decides: the user named by the proxy, or else the name that was typed, marked as such. */
export const readDecideur = (request: FastifyRequest, nom: string | undefined): string | null =>
  readIdentite(request) ?? (nom ? nom + SAISI : null)

/** The same, of an act that somebody answers for; throws a Problem where nobody says who it is. */
export function requireDecideur(request: FastifyRequest, nom: string | undefined): string {
  const par = readDecideur(request, nom)
  if (par === null)
    throw new Problem('invalide', 'Dites qui vous êtes : cet acte porte un nom.', { champ: 'nom' })
  return par
}

/**
 * Key for per-person limits: the user, else the address the web app saw. Direct callers can claim any address, but gain
 * only slots by it.
 */
export const readPersonne = (request: FastifyRequest): string =>
  readIdentite(request) ?? request.headers['x-adresse']?.toString() ?? request.ip
