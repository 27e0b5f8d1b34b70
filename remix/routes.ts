import { index, layout, route, type RouteConfig } from '@remix-run/route-config'
import { LISTES_CSV } from '#contract/exports'
import { DEPOT_PATH, previewPath } from './screens/upload/paths'
import { SECTIONS } from './ui/sections'

const screen = (path: string) => route(path, `screens/${path}/route.tsx`)

/**
 * The site map: every address with its file, named after the contract's. Further screens of a section are in
 * `ui/sections.ts`, with their links; whole lists are those of the contract; paths of streamed files in `screens/upload/paths.ts`.
 */
export const ADDRESSES = [
  index('routes/accueil.ts'),
  screen('dashboard'),
  screen('dashboard/pourquoi/dons'),
  route('dashboard/pourquoi/dons.csv', 'screens/dashboard/pourquoi/dons/csv.ts'),
  screen('aide'),
  screen('upload'),
  route(previewPath(':type').slice(1), 'screens/upload/apercu-route.ts'),
  route(DEPOT_PATH.slice(1), 'screens/upload/fichier/depot-route.ts'),
  route('upload/fichier/:fichier_id', 'screens/upload/fichier/route.tsx'),
  route('upload/fichier/:fichier_id/compte', 'screens/upload/fichier/compte-route.ts'),
  route('upload/dossier/:depot_id', 'screens/upload/depot-route.ts'),
  screen('upload/modeles'),
  route('upload/modeles/:fichier', 'screens/upload/modeles/json-route.ts'),
  route('upload/exemples/:fichier', 'screens/upload/exemples-route.ts'),
  screen('upload/annuler'),
  route('upload/statut/:fichier_id', 'screens/upload/statut-route.ts'),
  route('upload/rejets/:fichier', 'screens/upload/rejets-route.ts'),
  screen('donations'),
  route('donations/liste.csv', 'screens/donations/csv.ts'),
  screen('donations/exclusion'),
  route('donations/exclusion/effet', 'screens/donations/exclusion/effet-route.ts'),
  screen('donations/exclusions'),
  screen('donations/legitime'),
  screen('donations/collectif'),
  screen('donations/poids'),
  screen('donations/vague'),
  screen('donations/mots'),
  screen('donations/legitimes'),
  screen('donations/historique'),
  screen('montant'),
  screen('nouveaux'),
  screen('actifs'),
  screen('tendances'),
  screen('donateurs'),
  screen('donateurs/fiche'),
  screen('donateurs/donnees'),
  route('donateurs/donnees.json', 'screens/donateurs/donnees/json-route.ts'),
  screen('donateurs/effacement'),
  screen('donateurs/fusion'),
  screen('donateurs/separation'),
  screen('donateurs/cles'),
  screen('donateurs/selection'),
  route('donateurs/selection.csv', 'screens/donateurs/selection/csv.ts'),
  ...LISTES_CSV.flatMap(({ page: id }) =>
    id === undefined ? [] : route(id.slice(1), 'routes/listes-csv.ts', { id }),
  ),
  ...SECTIONS.flatMap(({ entries, blocks = [] }) =>
    [...entries.flatMap(({ tabs }) => tabs), ...blocks].map(({ path }) => screen(path)),
  ),
  screen('donateurs/reguliers/series'),
  route('donateurs/listes-gardees/:liste_id', 'screens/donateurs/listes-gardees/une.tsx'),
  screen('donateurs/oppositions/lever'),
  screen('donateurs/remerciements/reprendre'),
  screen('donateurs/doublons/distincts'),
  screen('campagnes'),
  route('rafraichissement', 'routes/rafraichissement.ts'),
  route('rafraichissement/:refresh_id', 'routes/rafraichissement-statut.ts'),
  route('telechargement/classeur', 'routes/classeur.ts'),
  route('telechargement/rapport', 'routes/rapport-fichier.ts'),
  route('telechargements/:fichier', 'routes/downloads.ts'),
  route('organisation/logo.svg', 'routes/organisation-logo.ts'),
  route('fraicheur', 'routes/fraicheur.ts'),
  route('sante', 'routes/health.ts'),
  route('*', 'routes/inconnu.ts'),
]

export default [layout('routes/screen.tsx', ADDRESSES)] satisfies RouteConfig
