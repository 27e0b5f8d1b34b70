import { index, route, type RouteConfig } from '@remix-run/route-config'

/** The site map. */
export default [
  index('routes/accueil.ts'),
  route('dashboard', 'routes/dashboard.tsx'),
  route('upload', 'routes/upload.tsx'),
  route('upload/:type/apercu', 'routes/upload-apercu.ts'),
  route('upload/statut/:upload_id', 'routes/upload-statut.ts'),
  route('upload/rejets/:fichier', 'routes/upload-rejets.ts'),
  route('donations', 'routes/donations.tsx'),
  route('donations/liste.csv', 'routes/donations-csv.ts'),
  route('donations/exclusion', 'routes/exclusion.tsx'),
  route('donations/historique', 'routes/historique.tsx'),
  route('donations/historique.csv', 'routes/historique-csv.ts'),
  route('montant', 'routes/montant.tsx'),
  route('nouveaux', 'routes/nouveaux.tsx'),
  route('actifs', 'routes/actifs.tsx'),
  route('tendances', 'routes/tendances.tsx'),
  route('donateurs', 'routes/donateurs.tsx'),
  route('campagnes', 'routes/campagnes.tsx'),
  route('rafraichissement', 'routes/rafraichissement.ts'),
  route('rafraichissement/:refresh_id', 'routes/rafraichissement-statut.ts'),
  route('telechargements/:fichier', 'routes/telechargement.ts'),
  route('sante', 'routes/sante.ts'),
  route('*', 'routes/inconnu.ts'),
] satisfies RouteConfig
