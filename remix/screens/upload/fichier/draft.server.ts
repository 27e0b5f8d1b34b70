import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { Identite, LectureFichier, Sort } from '#contract/lecture'
import { isRole, type Role } from './words'

const { constantes, sans_identite, fuseau, jours } = LectureFichier.shape
const Place = z.coerce.number().int().min(1).max(1000)

/**
 * A reading as the page's form has it: columns by place, so that it stays short, and possibly incomplete. The address
 * carries it: a reload, the way back, another tab and a page that reloads itself all show the same.
 */
const Draft = z.object({
  feuille: z.string().optional(),
  ligne: z.number().int().min(1),
  /** A column's roles, by its place: the chosen one first, then what else a model reads of it. */
  roles: z.record(z.string(), z.array(z.custom<Role>(isRole)).min(1).max(5)),
  /** The fate of values, by the column's place. */
  valeurs: z.record(z.string(), z.record(z.string(), Sort)),
  /** Columns that decide nothing, by their places. */
  sansEffet: z.array(Place).max(1000).optional(),
  constantes,
  cle: z.union([z.enum(['commande_et_jour', 'contact_jour_montant']), Place]),
  identite: z.array(Identite).max(4),
  sans_identite,
  fuseau,
  jours,
  /** JJ/MM of dates without a day, as typed. */
  jourConstant: z.string().max(20).optional(),
  prefixe: z.string().max(20),
  /** Short rows are completed. */
  completer: z.literal(true).optional(),
  /** Whether rows that a filter hides are read: said of this file. */
  masquees: z.enum(['lire', 'laisser']).optional(),
  /** Numbers that come back are corrections: said of this file and prefix. */
  repris: z.literal('corrections').optional(),
  /** The model that it began as. */
  modele: z.string().max(60).optional(),
})
export type Draft = z.infer<typeof Draft>

/** Servers and proxies take addresses of 8 kB. */
const MOST_CHARACTERS = 6_000
const MOST_BYTES = 512 * 1024

/** The draft for an address; null if it is too long for one. */
export function writeDraft(draft: Draft): string | null {
  const written = deflateRawSync(JSON.stringify(draft), { level: 9 }).toString('base64url')
  return written.length <= MOST_CHARACTERS ? written : null
}

/** The draft in an address; null where there is none, or nothing that we wrote. */
export function readDraft(written: string | null): Draft | null {
  if (!written || written.length > MOST_CHARACTERS) return null
  try {
    const bytes = inflateRawSync(Buffer.from(written, 'base64url'), {
      maxOutputLength: MOST_BYTES,
    })
    return Draft.parse(JSON.parse(bytes.toString()))
  } catch {
    return null
  }
}
