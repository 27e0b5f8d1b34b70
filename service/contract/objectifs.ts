import { z } from 'zod'
import { ACTEUR } from './constants'
import { endpoint } from './endpoint'
import {
  Annee,
  AnneeParams,
  ANNEES_AU_PLUS,
  Euros,
  Instant,
  Jour,
  Montant,
  Nombre,
  Texte,
} from './values'

/** What an aim is about: euros, donors or new donors. */
export const MesureObjectif = z.enum(
  ['montant', 'donateurs', 'nouveaux'],
  'Un objectif porte sur le montant, les donateurs ou les nouveaux.',
)
export type MesureObjectif = z.infer<typeof MesureObjectif>

/** Of a year no more aims than these are in force; so many words on them, the newest, are told. */
export const OBJECTIFS_AU_PLUS = 100
export const SAISIES_AU_PLUS = 200

/**
 * A month: the share of the aim that it should bring (of 1), the aim up to its end, and what came up to then; null after the day that
 * the data reach, or where donors of a family are not known by month.
 */
const Mois = z.object({
  mois: Nombre,
  part: z.number(),
  vise: z.number(),
  recu: z.number().nullable(),
})

/**
 * An aim and where it stands. `a_date` is the aim up to the day that the data reach, `ecart` what came less that, `par_mois` what each month not over then
 * must bring until December, null without any. `annees` are those whose months the aim follows, none: a twelfth each.
 */
const Suivi = z.object({
  mesure: MesureObjectif,
  famille: z.string().nullable(),
  valeur: z.number(),
  saisi_par: z.string(),
  saisi_le: Instant,
  annees: z.array(z.number().int()).max(5),
  recu: z.number(),
  a_date: z.number(),
  ecart: z.number(),
  par_mois: z.number().nullable(),
  projection: Montant.nullable(),
  mois: z.array(Mois).max(12),
})
export type Suivi = z.infer<typeof Suivi>

const Saisie = z.object({
  annee: z.number().int(),
  mesure: MesureObjectif,
  famille: z.string().nullable(),
  valeur: z.number().nullable(),
  saisi_par: z.string(),
  saisi_le: Instant,
})
export type SaisieObjectif = z.infer<typeof Saisie>

/** `annees`: those that have aims; `au`: the day that a running year has reached, else null. */
export const Objectifs = z.object({
  annee: z.number().int(),
  au: Jour.nullable(),
  annees: z.array(z.number().int()).max(ANNEES_AU_PLUS),
  objectifs: z.array(Suivi).max(OBJECTIFS_AU_PLUS),
  saisies: z.array(Saisie).max(SAISIES_AU_PLUS),
})
export type Objectifs = z.infer<typeof Objectifs>

export const objectifs = endpoint({
  path: '/api/analytics/objectifs/:annee',
  summary: 'The aims of a year, month by month, and where each stands',
  params: AnneeParams,
  answer: Objectifs,
})

const Auteur = Texte.min(1, 'Dites qui saisit cet objectif.')
  .max(200, 'Ce nom est trop long (200 caractères au plus).')
  .default(ACTEUR)

const Objet = {
  annee: Annee,
  mesure: MesureObjectif,
  famille: Texte.max(100, 'Cette famille est trop longue (100 caractères au plus).').optional(),
  saisi_par: Auteur,
}

export const fixerObjectif = endpoint({
  method: 'POST',
  path: '/api/objectifs',
  summary: 'Sets an aim of a year; the last word on each counts, none is changed',
  status: 201,
  body: z
    .object({
      ...Objet,
      valeur: Euros.refine((valeur) => valeur > 0, 'Un objectif est plus que 0.'),
    })
    .superRefine(({ mesure, valeur }, context) => {
      const refuse = (message: string) =>
        context.addIssue({ code: 'custom', path: ['valeur'], message, input: valeur })
      if (mesure !== 'montant' && !Number.isInteger(valeur))
        refuse('Un nombre de donateurs est entier.')
      else if (Number(valeur.toFixed(2)) !== valeur) refuse('Le montant a au plus deux décimales.')
      if (valeur > 999_999_999_999) refuse('Cet objectif est trop grand.')
    }),
  answer: z.object({ message: z.string() }),
})

export const retirerObjectif = endpoint({
  method: 'POST',
  path: '/api/objectifs/retirer',
  summary: 'Withdraws an aim of a year; 409 where there is none',
  status: 201,
  body: z.object(Objet),
  answer: z.object({ message: z.string() }),
})
