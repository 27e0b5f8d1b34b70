import { type Recherche, recherche } from '#contract/recherche'
import { nameOf } from '#files/colonnes'
import { call } from '../../../service/service.server'
import { linked } from '../../../tables/links'
import { pageOnly } from '../../../tables/paged'
import { STATUT_TITRES } from '../../../tables/statuts'
import { cardPath } from '../../../ui/donor-link'
import { pageOf } from '../../../ui/pagination'
import type { ShownTable } from '../../../ui/table'

export const readRecherche = (request: Request, query: URLSearchParams): Promise<Recherche> =>
  call(recherche, { query: { q: query.get('q') ?? '', page: pageOf(query), limit: 20 } }, request)

/** A page of search results, or the nearest names. It has no file: the list of them has one, which is noted. */
export const contactsTrouves = ({ donateurs, proches, pagination }: Recherche): ShownTable => ({
  name: 'recherche',
  download: null,
  title: proches.length > 0 ? 'Noms les plus proches' : 'Donateurs trouvés',
  ...pageOnly(pagination),
  stacked: true,
  columns: [
    { title: 'Donateur', key: 'donateur', format: 'texte' },
    { title: 'Cumul', format: 'montant' },
    { title: 'Contact', format: 'code' },
    { title: 'Code postal', format: 'code' },
    { title: 'Ville', format: 'texte' },
    { title: 'E-mail', format: 'texte', group: 'Coordonnées' },
    { title: 'Téléphone', format: 'texte', group: 'Coordonnées' },
    { title: 'Dons', format: 'nombre' },
    { title: 'Dernier don', format: 'jour' },
    { title: 'Statut', format: 'code' },
    { title: 'Validité', key: 'validite', format: 'texte' },
  ],
  rows: [...donateurs, ...proches].map((donateur) => [
    nameOf(donateur) ?? 'Sans nom',
    donateur.cumul,
    donateur.contact_id,
    donateur.zip,
    donateur.city,
    donateur.email,
    donateur.phone,
    linked(donateur.cumul_dons, cardPath(donateur.contact_id)),
    donateur.dernier_don,
    donateur.statut && STATUT_TITRES[donateur.statut],
    donateur.exclu ? 'EXCLU' : 'VALIDE',
  ]),
})
