import { z } from 'zod'
import { Nom, raison } from './actes'
import { csvEndpoint, endpoint } from './endpoint'
import { drapeau, MOTS } from './mots'
import { Code } from './values'

const Contact = Code.min(1, 'Dites de quel contact.')

/** An object by what is stored, as the database names it; of a person with several numbers, `meme_personne` has the others. */
export const donneesPersonne = csvEndpoint({
  path: '/api/donateurs/donnees.json',
  type: 'application/json',
  journal: { code: 'donnees', nom: 'Données d’une personne' },
  summary: 'All that is stored of a person, by each of their numbers',
  query: z.object({ contact_id: Contact.clone().register(MOTS, drapeau('d’un contact')) }),
})

export const demanderEffacement = endpoint({
  method: 'POST',
  path: '/api/donateurs/demander-effacement',
  summary: 'Notes that a person asks to be forgotten: no selection has them from then on',
  status: 201,
  body: z.object({ contact_id: Contact, raison: raison(), nom: Nom }),
  answer: z.object({ message: z.string() }),
})

/** Where RGPD_ECRAN is 1; 409 elsewhere, and where nobody asked for it. */
export const effacer = endpoint({
  method: 'POST',
  path: '/api/donateurs/effacer',
  summary:
    'Empties the cards of a person who asked for it, under another name than that of who noted it',
  status: 201,
  body: z.object({ contact_id: Contact, nom: Nom }),
  answer: z.object({ message: z.string() }),
})
