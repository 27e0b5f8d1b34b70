import { index, route, type RouteConfig } from '@remix-run/route-config'
import { LISTES_CSV } from '#contract/exports'
import { DEPOT_PATH, previewPath } from './imports/paths'
import { SECTIONS } from './ui/sections'

/**
 * The site map: every URL with its file, named after the contract's. Further screens of a section are in
 * `ui/sections.ts`, with their links; whole lists are those of the contract; paths of streamed files in `imports/paths.ts`.
 */
export default [
  index('routes/accueil.ts'),
  route('dashboard', 'routes/dashboard.tsx'),
  route('dashboard/pourquoi/dons', 'routes/changements.tsx'),
  route('dashboard/pourquoi/dons.csv', 'routes/changements-csv.ts'),
  route('upload', 'routes/imports.tsx'),
  route(previewPath(':type').slice(1), 'routes/imports-apercu.ts'),
  route(DEPOT_PATH.slice(1), 'routes/fichiers-depot.ts'),
  route('upload/fichier/:fichier_id', 'routes/fichiers.tsx'),
  route('upload/fichier/:fichier_id/compte', 'routes/fichiers-compte.ts'),
  route('upload/modeles', 'routes/modeles.tsx'),
  route('upload/modeles/:fichier', 'routes/modeles-json.ts'),
  route('upload/exemples/:fichier', 'routes/exemples.ts'),
  route('upload/annuler', 'routes/annulation.tsx'),
  route('upload/statut/:fichier_id', 'routes/imports-statut.ts'),
  route('upload/rejets/:fichier', 'routes/imports-rejets.ts'),
  route('donations', 'routes/donations.tsx'),
  route('donations/liste.csv', 'routes/donations-csv.ts'),
  route('donations/exclusion', 'routes/exclusions.tsx'),
  route('donations/exclusion/effet', 'routes/exclusions-effet.ts'),
  route('donations/exclusions', 'routes/exclure-plusieurs.tsx'),
  route('donations/legitime', 'routes/legitime.tsx'),
  route('donations/collectif', 'routes/collectif.tsx'),
  route('donations/poids', 'routes/poids.tsx'),
  route('donations/vague', 'routes/vague.tsx'),
  route('donations/mots', 'routes/mots.tsx'),
  route('donations/legitimes', 'routes/legitimes.tsx'),
  route('donations/historique', 'routes/exclusions-historique.tsx'),
  route('montant', 'routes/montants.tsx'),
  route('nouveaux', 'routes/nouveaux-anciens.tsx'),
  route('actifs', 'routes/activite.tsx'),
  route('tendances', 'routes/tendances.tsx'),
  route('donateurs', 'routes/donateurs.tsx'),
  route('donateurs/fiche', 'routes/fiches.tsx'),
  route('donateurs/fusion', 'routes/fusion.tsx'),
  route('donateurs/separation', 'routes/separation.tsx'),
  route('donateurs/selection', 'routes/selection.tsx'),
  route('donateurs/selection.csv', 'routes/selection-csv.ts'),
  ...LISTES_CSV.flatMap(({ page: id }) =>
    id === undefined ? [] : route(id.slice(1), 'routes/listes-csv.ts', { id }),
  ),
  ...SECTIONS.flatMap(({ entries, blocks = [] }) =>
    [...entries.flatMap(({ tabs }) => tabs), ...blocks].map(({ path, file }) => route(path, file)),
  ),
  route('donateurs/reguliers/series', 'routes/series.tsx'),
  route('donateurs/listes-gardees/:liste_id', 'routes/liste-gardee.tsx'),
  route('donateurs/oppositions/lever', 'routes/opposition-levee.tsx'),
  route('donateurs/doublons/distincts', 'routes/distincts.tsx'),
  route('campagnes', 'routes/campagnes.tsx'),
  route('rafraichissement', 'routes/rafraichissement.ts'),
  route('rafraichissement/:refresh_id', 'routes/rafraichissement-statut.ts'),
  route('telechargement/classeur', 'routes/classeur.ts'),
  route('telechargement/rapport', 'routes/rapport-fichier.ts'),
  route('telechargements/:fichier', 'routes/downloads.ts'),
  route('organisation/logo.svg', 'routes/organisation-logo.ts'),
  route('fraicheur', 'routes/fraicheur.ts'),
  route('sante', 'routes/health.ts'),
  route('*', 'routes/inconnu.ts'),
] satisfies RouteConfig
