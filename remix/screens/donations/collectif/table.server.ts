import { type Collectif, type Collectifs, collectif, collectifs } from '#contract/collectifs'
import { plural } from '#figures/format'
import { percentOf } from '#figures/ratios'
import { nameOf } from '#files/colonnes'
import { call } from '../../../service/service.server'
import { defineTable, defineTableOf } from '../../../tables/define.server'
import { donationsOf, donors, gifts, linked } from '../../../tables/links'
import { cardPath } from '../../../ui/donor-link'

type Contact = Collectifs['collectifs'][number]

/** A contact, and its gifts: their list is the card's. */
const contactCells = ({ contact_id, donations, montant, ...name }: Contact) => [
  { value: nameOf(name) ?? contact_id, href: cardPath(contact_id) },
  contact_id,
  linked(donations, cardPath(contact_id)),
  montant,
]

const whyPossible = ({ medias, par_nom, donations }: Collectifs['possibles'][number]) =>
  [
    par_nom && 'Son nom le dit',
    medias > 1 && `${plural(donations, 'don')} par ${plural(medias, 'média')}`,
  ]
    .filter(Boolean)
    .join('\u202F; ')

/** Contacts that may be collective; the screen adds the decision. */
export const collectifsPossibles = defineTable('collectifs-possibles', collectifs, (found) => ({
  title: 'Contacts collectifs à confirmer',
  columns: [
    { title: 'Contact', key: 'nom', format: 'texte' },
    { title: 'Numéro', format: 'code' },
    { title: 'Dons', format: 'nombre' },
    { title: 'Montant', format: 'montant' },
    { title: 'Pourquoi', format: 'texte' },
  ],
  rows: found.possibles.map((contact) => [...contactCells(contact), whyPossible(contact)]),
}))

/** Contacts that are collective, as somebody decided. */
export const contactsCollectifs = defineTable('contacts-collectifs', collectifs, (found) => ({
  title: 'Contacts collectifs',
  columns: [
    { title: 'Contact', key: 'nom', format: 'texte' },
    { title: 'Numéro', format: 'code' },
    { title: 'Dons', format: 'nombre' },
    { title: 'Montant', format: 'montant' },
  ],
  rows: found.collectifs.map(contactCells),
}))

/** What the contact is of each year. */
export const effetCollectif = defineTableOf(
  'effet-collectif',
  async (request, query) => {
    const contact_id = query.get('contact') ?? ''
    return [await call(collectif, { params: { contact_id } }, request)]
  },
  ({ contact_id, par_annee }: Collectif) => ({
    title: 'Ce que ce contact pèse dans chaque année',
    columns: [
      { title: 'Année', format: 'annee' },
      { title: 'De ce contact', format: 'nombre', group: 'Dons' },
      { title: 'De l’année', format: 'nombre', group: 'Dons' },
      { title: 'Part', format: 'pourcentage', group: 'Dons' },
      { title: 'De ce contact', format: 'montant', group: 'Montant' },
      { title: 'Part', format: 'pourcentage', group: 'Montant' },
      { title: 'Donateurs de l’année, lui compris', format: 'nombre' },
    ],
    rows: par_annee.map((row) => [
      row.annee,
      linked(row.donations, donationsOf({ annee: row.annee, contact_id })),
      linked(row.donations_annee, gifts({ annee: row.annee })),
      percentOf(row.donations, row.donations_annee),
      row.montant,
      percentOf(Math.round(row.montant * 100), Math.round(row.montant_annee * 100)),
      linked(row.donateurs_annee, donors({ ensemble: 'actifs', annee: row.annee })),
    ]),
    query: { contact: contact_id },
  }),
)
