import {
  type ListeGardee,
  listesGardees,
  type MesuresGardees,
  mesuresGardees,
} from '#contract/listes-gardees'
import { call } from '../../../service/service.server'
import { defineTable, defineTableOf } from '../../../tables/define.server'
import { donors, linked } from '../../../tables/links'
import type { Cell } from '../../../ui/table'
import { keptPath } from './paths'

/** Who entered or left a kept list since a publication. */
const moved = (
  ensemble: 'entres' | 'sortis',
  count: number | null,
  { liste_id }: Pick<ListeGardee, 'liste_id'>,
  publication: number,
): Cell =>
  count === null ? null : linked(count, donors({ ensemble, liste: liste_id, publication }))

/** Every kept list, with what it is now. */
export const listesGardeesTable = defineTable('listes-gardees', listesGardees, ({ listes }) => ({
  title: 'Listes gardées',
  columns: [
    { title: 'Nom', format: 'texte' },
    { title: 'Liste', format: 'texte' },
    { title: 'Aujourd’hui', format: 'nombre' },
    { title: 'Montant', format: 'montant' },
    { title: 'Au départ', format: 'nombre' },
    { title: 'Entrés depuis', format: 'nombre' },
    { title: 'Sortis depuis', format: 'nombre' },
    { title: 'Gardée par', format: 'texte' },
    { title: 'Le', format: 'instant' },
  ],
  rows: listes.map((liste) => [
    { value: liste.nom, href: keptPath(liste.liste_id) },
    liste.titre ?? 'Son adresse n’est plus celle d’une liste',
    liste.donateurs === null ? null : linked(liste.donateurs, liste.adresse),
    liste.montant,
    liste.au_depart,
    moved('entres', liste.entres, liste, liste.depuis),
    moved('sortis', liste.sortis, liste, liste.depuis),
    liste.gardee_par,
    liste.gardee_le,
  ]),
}))

/** Those that somebody took off, the latest first. */
export const listesRetirees = defineTable('listes-retirees', listesGardees, ({ retirees }) => ({
  title: 'Listes retirées',
  columns: [
    { title: 'Nom', format: 'texte' },
    { title: 'Gardée par', format: 'texte' },
    { title: 'Le', format: 'instant' },
    { title: 'Retirée par', format: 'texte' },
    { title: 'Retirée le', format: 'instant' },
    { title: 'Liste', format: 'texte' },
  ],
  rows: retirees.map(({ nom, gardee_par, gardee_le, retiree_par, retiree_le, adresse }) => [
    nom,
    gardee_par,
    gardee_le,
    retiree_par,
    retiree_le,
    { value: 'Ouvrir', href: adresse },
  ]),
}))

/** A kept list at each publication, newest first. */
export const mesuresDeListe = defineTableOf(
  'liste-gardee',
  async (request, query): Promise<[MesuresGardees]> => [
    await call(mesuresGardees, { params: { liste_id: query.get('liste') ?? '' } }, request),
  ],
  ({ liste, mesures }: MesuresGardees) => ({
    title: `${liste.nom}, à chaque publication`,
    query: { liste: liste.liste_id },
    columns: [
      { title: 'Publication', format: 'texte' },
      { title: 'Le', format: 'instant' },
      { title: 'Donateurs', format: 'nombre' },
      { title: 'Montant', format: 'montant' },
      { title: 'Entrés depuis', format: 'nombre' },
      { title: 'Sortis depuis', format: 'nombre' },
    ],
    rows: mesures.map(({ publication, publie_le, donateurs, montant, entres, sortis }) => [
      publication === 0 ? 'Avant la première' : `n°\u00A0${publication}`,
      publie_le,
      donateurs,
      montant,
      moved('entres', entres, liste, publication),
      moved('sortis', sortis, liste, publication),
    ]),
  }),
)
