import { z } from 'zod'
import { decision } from './actes'
import { endpoint } from './endpoint'
import { Instant, LIGNES_AU_PLUS, Montant, Nombre } from './values'
import { CodeRegle } from './verification'

/** How much a rule may weigh, in hundredths of its points. */
export const POIDS = [100, 50, 25] as const
export const Poids = z.union(
  POIDS.map((poids) => z.literal(poids)),
  'Une règle pèse 100, 50 ou 25\u00A0% de ses points.',
)
export type Poids = z.infer<typeof Poids>

/** Somebody gave a rule another weight, when so many of those whom it named were excluded, or judged genuine. */
export const ActePoids = z.object({
  decision_id: z.string(),
  regle: CodeRegle,
  poids: Poids,
  raison: z.string(),
  decide_par: z.string(),
  identite: z.string().nullable(),
  decide_le: Instant,
  exclus: Nombre,
  legitimes: Nombre,
})
export type ActePoids = z.infer<typeof ActePoids>

/**
 * A rule's weight, and what the queue would be under each; `propose` is a lesser one where people judged genuine at least
 * eight in ten of ten or more whom it named and on whom they decided.
 */
export const PoidsDeRegle = z.object({
  regle: CodeRegle,
  libelle: z.string(),
  points: z.string(),
  poids: Poids,
  propose: Poids.nullable(),
  exclus: Nombre,
  legitimes: Nombre,
  effets: z
    .array(z.object({ poids: Poids, a_verifier: Nombre, montant: Montant }))
    .max(POIDS.length),
  actes: z.array(ActePoids).max(LIGNES_AU_PLUS),
})
export type PoidsDeRegle = z.infer<typeof PoidsDeRegle>

export const poidsDeRegle = endpoint({
  path: '/api/donateurs/regles/:regle/poids',
  summary: 'How much a rule weighs, what another weight would change, and who gave it which',
  params: z.object({ regle: CodeRegle }),
  answer: PoidsDeRegle,
})

/** `decision_id` makes a repeated post have one effect. */
export const peser = endpoint({
  method: 'POST',
  path: '/api/donateurs/regles/poids',
  summary: 'Gives a rule another weight: the queue follows; 409 where it has that weight',
  body: z.object({
    regle: CodeRegle,
    poids: Poids,
    ...decision('Dites pourquoi cette règle doit peser autrement.'),
  }),
  answer: z.object({ message: z.string(), acte: ActePoids }),
})
