import { z } from 'zod'
import { Nom } from './actes'
import { endpoint } from './endpoint'
import { TypeImport, UploadStart } from './imports'
import { Instant, Montant, Nombre } from './values'

/** Rows that undoing an import takes back, and puts as they were. */
const Effet = z.object({ retires: Nombre, retablis: Nombre })

/** What undoing an import would do; why it cannot be undone, in a sentence. */
export const Annulation = z.object({
  upload_id: z.string(),
  filename: z.string(),
  type: TypeImport,
  termine_le: Instant.nullable(),
  raison: z.string().nullable(),
  dons: Effet,
  fiches: Effet,
  /** Euros that the gifts gain or lose, excluded donors included. */
  montant: Montant,
})
export type Annulation = z.infer<typeof Annulation>

export const annulation = endpoint({
  path: '/api/upload/annulation/:upload_id',
  summary: 'What undoing an import would do, or why it cannot be undone',
  params: z.object({ upload_id: z.string() }),
  answer: Annulation,
})

/** Asking again answers the same undoing. */
export const annulerImport = endpoint({
  method: 'POST',
  path: '/api/upload/annulation/:upload_id',
  summary:
    'Undoes an import: what it inserted goes, what it changed comes back, in one transaction',
  status: 202,
  params: z.object({ upload_id: z.string() }),
  body: z.object({ nom: Nom }).nullish(),
  answer: UploadStart,
})
