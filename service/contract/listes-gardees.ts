import { z } from 'zod'
import { Nom } from './actes'
import { endpoint } from './endpoint'
import { Instant, Montant, Nombre, Texte } from './values'

/** So many lists are kept at once; so many of those taken off, and so many publications of one, are told: the latest. */
export const LISTES_AU_PLUS = 50
export const RETIREES_AU_PLUS = 100
export const MESURES_AU_PLUS = 24

const Gardee = z.object({
  liste_id: z.string(),
  nom: z.string(),
  adresse: z.string(),
  gardee_par: z.string(),
  gardee_le: Instant,
})

/**
 * A kept list as it is now: `donateurs` and `montant` are null where its address is no list any more. `depuis` is the publication
 * that it was first counted at, with how many donors; `entres` and `sortis` are since then.
 */
export const ListeGardee = Gardee.extend({
  titre: z.string().nullable(),
  donateurs: Nombre.nullable(),
  montant: Montant.nullable(),
  depuis: Nombre,
  au_depart: Nombre,
  entres: Nombre.nullable(),
  sortis: Nombre.nullable(),
})
export type ListeGardee = z.infer<typeof ListeGardee>

export const ListesGardees = z.object({
  listes: z.array(ListeGardee).max(LISTES_AU_PLUS),
  retirees: z
    .array(Gardee.extend({ retiree_par: z.string(), retiree_le: Instant }))
    .max(RETIREES_AU_PLUS),
})
export type ListesGardees = z.infer<typeof ListesGardees>

export const listesGardees = endpoint({
  path: '/api/donateurs/listes-gardees',
  summary: 'The lists that somebody gave a name, how many donors each has now, and those taken off',
  answer: ListesGardees,
})

/** A publication that a kept list was counted at, newest first; `entres` and `sortis` are since then. `publie_le` null: before the first. */
export const MesuresGardees = z.object({
  liste: ListeGardee,
  mesures: z
    .array(
      z.object({
        publication: Nombre,
        publie_le: Instant.nullable(),
        donateurs: Nombre,
        montant: Montant,
        entres: Nombre.nullable(),
        sortis: Nombre.nullable(),
      }),
    )
    .max(MESURES_AU_PLUS),
})
export type MesuresGardees = z.infer<typeof MesuresGardees>

const ListeParams = z.object({ liste_id: z.guid('L’identifiant de la liste n’est pas un UUID.') })

export const mesuresGardees = endpoint({
  path: '/api/donateurs/listes-gardees/:liste_id',
  summary: 'A kept list at each publication since, and who entered and left since',
  params: ListeParams,
  answer: MesuresGardees,
})

export const garderListe = endpoint({
  method: 'POST',
  path: '/api/donateurs/listes-gardees',
  summary: 'Keeps a list of the web app under a name, by its address',
  status: 201,
  body: z.object({
    nom_liste: Texte.min(1, 'Donnez un nom à cette liste.').max(
      200,
      'Ce nom est trop long (200 caractères au plus).',
    ),
    adresse: Texte.min(1, 'L’adresse de la liste manque.').max(
      4000,
      'Cette adresse est trop longue.',
    ),
    nom: Nom,
  }),
  answer: z.object({ message: z.string(), liste_id: z.string() }),
})

export const retirerListe = endpoint({
  method: 'POST',
  path: '/api/donateurs/retirer-liste',
  summary: 'Takes a kept list off: it stays known by name and counts, its members are forgotten',
  status: 201,
  body: z.object({ ...ListeParams.shape, nom: Nom }),
  answer: z.object({ message: z.string() }),
})
