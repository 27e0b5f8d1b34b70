import { index, layout, route, type RouteConfig } from '@remix-run/route-config'
import { LISTES_CSV } from '#contract/exports'
import { DEPOT_PATH, previewPath } from './screens/upload/paths'
import { SECTIONS } from './ui/sections'

/**
 * The site map: every address with its file, named after the contract's. Further screens of a section are in
 * `ui/sections.ts`, with their links; whole lists are those of the contract; paths of streamed files in `imports/paths.ts`.
 */
export const ADDRESSES = [
  index('routes/accueil.ts'),
  route('dashboard', 'screens/dashboard/route.tsx'),
  route('dashboard/pourquoi/dons', 'screens/dashboard/pourquoi/dons/route.tsx'),
  route('dashboard/pourquoi/dons.csv', 'screens/dashboard/pourquoi/dons/csv.ts'),
  route('aide', 'screens/aide/route.tsx'),
  route('upload', 'screens/upload/route.tsx'),
  route(previewPath(':type').slice(1), 'screens/upload/apercu-route.ts'),
  route(DEPOT_PATH.slice(1), 'screens/upload/fichier/depot-route.ts'),
  route('upload/fichier/:fichier_id', 'screens/upload/fichier/route.tsx'),
  route('upload/fichier/:fichier_id/compte', 'screens/upload/fichier/compte-route.ts'),
  route('upload/dossier/:depot_id', 'screens/upload/depot-route.ts'),
  route('upload/modeles', 'screens/upload/modeles/route.tsx'),
  route('upload/modeles/:fichier', 'screens/upload/modeles/json-route.ts'),
  route('upload/exemples/:fichier', 'screens/upload/exemples-route.ts'),
  route('upload/annuler', 'screens/upload/annuler/route.tsx'),
  route('upload/statut/:fichier_id', 'screens/upload/statut-route.ts'),
  route('upload/rejets/:fichier', 'screens/upload/rejets-route.ts'),
  route('donations', 'screens/donations/route.tsx'),
  route('donations/liste.csv', 'screens/donations/csv.ts'),
  route('donations/exclusion', 'screens/donations/exclusion/route.tsx'),
  route('donations/exclusion/effet', 'screens/donations/exclusion/effet-route.ts'),
  route('donations/exclusions', 'screens/donations/exclusions/route.tsx'),
  route('donations/legitime', 'screens/donations/legitime/route.tsx'),
  route('donations/collectif', 'screens/donations/collectif/route.tsx'),
  route('donations/poids', 'screens/donations/poids/route.tsx'),
  route('donations/vague', 'screens/donations/vague/route.tsx'),
  route('donations/mots', 'screens/donations/mots/route.tsx'),
  route('donations/legitimes', 'screens/donations/legitimes/route.tsx'),
  route('donations/historique', 'screens/donations/historique/route.tsx'),
  route('montant', 'screens/montant/route.tsx'),
  route('nouveaux', 'screens/nouveaux/route.tsx'),
  route('actifs', 'screens/actifs/route.tsx'),
  route('tendances', 'screens/tendances/route.tsx'),
  route('donateurs', 'screens/donateurs/route.tsx'),
  route('donateurs/fiche', 'screens/donateurs/fiche/route.tsx'),
  route('donateurs/donnees', 'screens/donateurs/donnees/route.tsx'),
  route('donateurs/donnees.json', 'screens/donateurs/donnees/json-route.ts'),
  route('donateurs/effacement', 'screens/donateurs/effacement/route.tsx'),
  route('donateurs/fusion', 'screens/donateurs/fusion/route.tsx'),
  route('donateurs/separation', 'screens/donateurs/separation/route.tsx'),
  route('donateurs/selection', 'screens/donateurs/selection/route.tsx'),
  route('donateurs/selection.csv', 'screens/donateurs/selection/csv.ts'),
  ...LISTES_CSV.flatMap(({ page: id }) =>
    id === undefined ? [] : route(id.slice(1), 'routes/listes-csv.ts', { id }),
  ),
  ...SECTIONS.flatMap(({ entries, blocks = [] }) =>
    [...entries.flatMap(({ tabs }) => tabs), ...blocks].map(({ path, file }) => route(path, file)),
  ),
  route('donateurs/reguliers/series', 'screens/donateurs/reguliers/series/route.tsx'),
  route('donateurs/listes-gardees/:liste_id', 'screens/donateurs/listes-gardees/une.tsx'),
  route('donateurs/oppositions/lever', 'screens/donateurs/oppositions/lever/route.tsx'),
  route('donateurs/remerciements/reprendre', 'screens/donateurs/remerciements/reprendre/route.tsx'),
  route('donateurs/doublons/distincts', 'screens/donateurs/doublons/distincts/route.tsx'),
  route('campagnes', 'screens/campagnes/route.tsx'),
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
