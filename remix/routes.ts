import { index, route, type RouteConfig } from '@remix-run/route-config'
import { previewPath } from './imports/paths'
import { SECTIONS } from './ui/sections'

/**
 * The site map: every URL with its file, named after the contract's. Further screens of a section are in
 * `ui/sections.ts`, with their links; paths of streamed files in `imports/paths.ts`.
 */
export default [
  index('routes/accueil.ts'),
  route('dashboard', 'routes/dashboard.tsx'),
  route('dashboard/pourquoi/dons', 'routes/changements.tsx'),
  route('dashboard/pourquoi/dons.csv', 'routes/changements-csv.ts'),
  route('upload', 'routes/imports.tsx'),
  route(previewPath(':type').slice(1), 'routes/imports-apercu.ts'),
  route('upload/statut/:fichier_id', 'routes/imports-statut.ts'),
  route('upload/exports.csv', 'routes/exports-csv.ts'),
  route('upload/rejets/:fichier', 'routes/imports-rejets.ts'),
  route('donations', 'routes/donations.tsx'),
  route('donations/liste.csv', 'routes/donations-csv.ts'),
  route('donations/a-verifier.csv', 'routes/verification-csv.ts'),
  route('donations/exclusion', 'routes/exclusions.tsx'),
  route('donations/exclusion/effet', 'routes/exclusions-effet.ts'),
  route('donations/exclusions', 'routes/exclure-plusieurs.tsx'),
  route('donations/legitime', 'routes/legitime.tsx'),
  route('donations/collectif', 'routes/collectif.tsx'),
  route('donations/legitimes', 'routes/legitimes.tsx'),
  route('donations/legitimes.csv', 'routes/legitimes-csv.ts'),
  route('donations/historique', 'routes/exclusions-historique.tsx'),
  route('donations/historique.csv', 'routes/exclusions-csv.ts'),
  route('montant', 'routes/montants.tsx'),
  route('nouveaux', 'routes/nouveaux-anciens.tsx'),
  route('actifs', 'routes/activite.tsx'),
  route('tendances', 'routes/tendances.tsx'),
  route('donateurs', 'routes/donateurs.tsx'),
  route('donateurs/fiche', 'routes/fiches.tsx'),
  route('donateurs/selection', 'routes/selection.tsx'),
  route('donateurs/selection.csv', 'routes/selection-csv.ts'),
  ...SECTIONS.flatMap(({ pages }) => pages.map(({ path, file }) => route(path, file))),
  route('donateurs/liste', 'routes/liste.tsx'),
  route('donateurs/liste.csv', 'routes/liste-csv.ts'),
  route('campagnes', 'routes/campagnes.tsx'),
  route('rafraichissement', 'routes/rafraichissement.ts'),
  route('rafraichissement/:refresh_id', 'routes/rafraichissement-statut.ts'),
  route('telechargement/classeur', 'routes/classeur.ts'),
  route('telechargement/rapport', 'routes/rapport-fichier.ts'),
  route('telechargements/:fichier', 'routes/downloads.ts'),
  route('fraicheur', 'routes/fraicheur.ts'),
  route('sante', 'routes/health.ts'),
  route('*', 'routes/inconnu.ts'),
] satisfies RouteConfig
