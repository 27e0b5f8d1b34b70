import { z } from 'zod'
import { decision } from './actes'
import { endpoint } from './endpoint'
import { pageQuery, Pagination } from './pagination'
import { ContactReconnu } from './recherche'
import { Instant, Jour, JourSaisi, Montant, Nombre, Texte } from './values'

/** What names a wave: its rule, day, amount, and what its donors share (the media, or what repeats). */
const Nommee = z.object({
  regle: z.enum(['B3', 'B4'], 'Cette vague n’existe pas.'),
  jour: JourSaisi,
  montant: z.coerce.number(),
  cle: Texte.max(200),
})
export type VagueNommee = z.infer<typeof Nommee>

/** Many donors of one gift each, as one thing: those not excluded, and their euros. */
export const Vague = Nommee.extend({
  jour: Jour,
  montant: Montant,
  media: z.string(),
  donateurs: Nombre,
  total: Montant,
  raisons: z.array(z.string()).max(10),
})
export type Vague = z.infer<typeof Vague>

/** Who said that a wave is honest. */
const DecisionVague = z.object({
  raison: z.string(),
  decide_par: z.string(),
  identite: z.string().nullable(),
  decide_le: Instant,
})

const Donateur = ContactReconnu.extend({ le: Jour })
export type DonateurDeVague = z.infer<typeof Donateur>

/** `boites`: the domains of their mailboxes; `jours`: how many gave once as much on the days around it. */
export const UneVague = z.object({
  vague: Vague,
  legitime: DecisionVague.nullable(),
  exclus: Nombre,
  boites: z.array(z.object({ domaine: z.string(), donateurs: Nombre })).max(50),
  jours: z.array(z.object({ jour: Jour, donateurs: Nombre })).max(60),
  donateurs: z.array(Donateur).max(100),
  pagination: Pagination,
})
export type UneVague = z.infer<typeof UneVague>

export const uneVague = endpoint({
  path: '/api/donateurs/vague',
  summary: 'A wave of gifts: its donors, their mailboxes, and the days around it',
  query: Nommee.extend(pageQuery(50).shape),
  answer: UneVague,
})

/** `decision_id` makes a repeated post have one effect; `donateurs` are those that were seen. */
const deciderVague = (demande: string) => Nommee.extend({ donateurs: Nombre, ...decision(demande) })

export const vagueLegitime = endpoint({
  method: 'POST',
  path: '/api/donateurs/vague/legitime',
  summary:
    'Says that a wave is honest: it is remembered, and its donors are not to be looked at for it',
  body: deciderVague('Dites pourquoi cette vague est légitime.'),
  answer: z.object({ message: z.string() }),
})

export const exclureVague = endpoint({
  method: 'POST',
  path: '/api/donateurs/vague/exclure',
  summary: 'Excludes all donors of a wave, an event each, all of them or none',
  body: deciderVague('Dites pourquoi ces donateurs sont exclus.'),
  answer: z.object({ message: z.string(), exclus: Nombre }),
})
