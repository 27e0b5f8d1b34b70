import { z } from 'zod'
import { ADate } from './a-date'
import { idDe } from './actes'
import { ACTEUR } from './constants'
import { DashboardStats, StatsGraphiques, StatsMensuelles } from './dashboard'
import { endpoint } from './endpoint'
import { NumeroPublication } from './publications'
import { Suspects } from './suspects'
import { ANNEES_AU_PLUS, AnneeParams, Annees, Instant, Montant, Nombre, Texte } from './values'

/** What a year had in an arrêté, and has in the latest publication. */
export const Derive = z.object({
  annee: z.number().int(),
  donateurs: z.object({ arrete: Nombre, actuel: Nombre }),
  donations: z.object({ arrete: Nombre, actuel: Nombre }),
  montant: z.object({ arrete: Montant, actuel: Montant }),
})
export type Derive = z.infer<typeof Derive>

/**
 * A publication that somebody named: an event of the log, whose `sceau` is the SHA-256 of its figures. `derive`: the years
 * that were over then and are not now what they were.
 */
export const Arrete = z.object({
  publication: z.number().int(),
  publie_le: Instant.nullable(),
  nom: z.string(),
  par: z.string(),
  arrete_le: Instant,
  evenement: z.number().int(),
  sceau: z.string(),
  donations: Nombre,
  montant: Montant,
  derive: z.array(Derive).max(ANNEES_AU_PLUS),
})
export type Arrete = z.infer<typeof Arrete>

/** Older ones are found by their number. */
export const ARRETES_AU_PLUS = 1000

/** So many of the latest years are looked at for donors to be looked at, before a publication is named. */
export const ANNEES_VERIFIEES = 2

/** `suspects`: what donors to be looked at weigh in the latest years, where they do. */
export const Arretes = z.object({
  arretes: z.array(Arrete).max(ARRETES_AU_PLUS),
  suspects: z.array(Suspects).max(ANNEES_VERIFIEES),
})
export type Arretes = z.infer<typeof Arretes>

export const arretes = endpoint({
  path: '/api/arretes',
  summary:
    'The publications that somebody named, latest first, the years over then that have changed, and whom to look at before another',
  answer: Arretes,
})

/** `intact`: the figures kept of it are those that were sealed. */
export const ArreteVerifie = Arrete.extend({
  intact: z.boolean(),
  derniere: z.number().int(),
})
export type ArreteVerifie = z.infer<typeof ArreteVerifie>

export const arrete = endpoint({
  path: '/api/arretes/:publication',
  summary:
    'One of them, its seal compared with the figures that are kept, and the latest publication',
  params: z.object({ publication: NumeroPublication }),
  answer: ArreteVerifie,
})

export const arreter = endpoint({
  method: 'POST',
  path: '/api/publications/arreter',
  summary:
    'Names a publication for good and seals its figures; 409 if it has a name already, or if donors to be looked at weigh in the two latest years and nobody said that it may be',
  status: 201,
  body: z.object({
    publication: NumeroPublication,
    nom: Texte.min(1, 'Donnez un nom à cet arrêté.').max(
      200,
      'Ce nom est trop long (200 caractères au plus).',
    ),
    par: Texte.min(1, 'Dites qui arrête ces chiffres.')
      .max(200, 'Ce nom est trop long (200 caractères au plus).')
      .default(ACTEUR),
    /** Although donors to be looked at weigh in the latest years: its name says what they weigh. */
    malgre_suspects: z.boolean().default(false),
    evenement_id: idDe('l’événement'),
  }),
  answer: z.object({ message: z.string(), arrete: Arrete }),
})

/** The dashboard of a year as an arrêté has it, each part as the call of its name answers it now. */
export const arreteDashboard = endpoint({
  path: '/api/arretes/:publication/dashboard/:annee',
  summary: 'The dashboard of a year as it was in a publication that somebody named',
  params: AnneeParams.extend({ publication: NumeroPublication }),
  answer: Annees.extend({
    stats: DashboardStats,
    graphiques: StatsGraphiques,
    mensuelles: StatsMensuelles,
    a_date: ADate,
  }),
})
