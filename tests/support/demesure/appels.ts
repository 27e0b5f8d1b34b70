import type { Endpoint } from '#contract/endpoint'
import { listEndpoints } from '../contrat'
import { ECRANS } from '../plan'
import { DONATEUR, type Base } from './bases'

/** The years of each call and page that has one. */
const ANNEES = [2025, 2026]

/** What an address takes beside a year and a donor. */
const VALEURS: Record<string, readonly string[]> = {
  axe: ['campagne', 'famille', 'media', 'origine', 'produit'],
  regle: ['T1', 'C3'],
}

/** Calls that need their parameters, and what lists are asked for beside a page of all. */
const QUESTIONS: Record<string, readonly string[]> = {
  '/api/donations/list': [
    'year=ANNEE',
    'year=ANNEE&limit=100&page=999999',
    'year=ANNEE&autres=media&dons=1',
  ],
  '/api/donations/stats': ['year=ANNEE', 'year=ANNEE&autres=origine'],
  '/api/donateurs/liste': [
    'ensemble=actifs&annee=ANNEE',
    'ensemble=nouveaux&annee=ANNEE&limit=100&page=999999',
    'ensemble=nouveaux&annee=ANNEE&autres=media',
    'ensemble=anciens&annee=ANNEE&autres=origine&classement=2026',
    'ensemble=autres_codes&annee=ANNEE&axe=media',
    'ensemble=autres_codes&annee=ANNEE&axe=produit&premier=1',
    'ensemble=code&annee=ANNEE&axe=campagne&valeur=Autres',
    'ensemble=historiques&annee=ANNEE',
    'ensemble=dormants&annee=ANNEE',
    'ensemble=carriere&tri=cumul',
    'ensemble=grille&code=R1F1M1',
    'ensemble=tous&q=zoe',
    'ensemble=tous&tri=nom&limit=100&page=999999',
  ],
  '/api/donateurs/recherche': ['q=nom', 'q=zoe', 'q=D1'],
  '/api/donateurs/a-verifier': ['', 'limit=100&page=999999', 'etat=tous'],
  '/api/donateurs/fiche/:contact_id': ['', 'limit=100&page=999999'],
  '/api/analytics/croisement': [
    'lignes=annee&colonnes=departement',
    'lignes=segment&colonnes=tranche&annee=ANNEE&parts=tout',
  ],
  '/api/campagnes/dictionnaire/versions': ['code=Autres'],
  '/api/publications': ['', 'limit=1000'],
  '/api/publications/difference': ['chiffre=montant-total&annee=ANNEE&de=0&a=1'],
}

/** Calls about what no base of these has: an import, a file, a model, an arrêté, a group, a kept list, an act. */
const SANS_OBJET = [
  '/api/analytics/refresh-views-status/:refresh_id',
  '/api/arretes/:publication',
  '/api/arretes/:publication/dashboard/:annee',
  '/api/donateurs/listes-gardees/:liste_id',
  '/api/donateurs/oppositions/:numero',
  '/api/donateurs/remerciements/:numero',
  '/api/donateurs/separer/effet/:contact_id',
  '/api/donateurs/vague',
  '/api/fichiers/:fichier_id',
  '/api/fichiers/modeles/:id',
  '/api/upload/annulation/:upload_id',
  '/api/upload/apercu/:fichier_id',
  '/api/upload/changements/:upload_id',
  '/api/upload/status/:upload_id',
]

const spread = (addresses: readonly string[], word: string, values: readonly string[]) =>
  addresses.flatMap((address) =>
    address.includes(word) ? values.map((value) => address.replaceAll(word, value)) : [address],
  )

/** Every address of every GET call of the contract, on this base; of those without an object none. */
export async function listAppels(base: Base): Promise<string[]> {
  const endpoints = await listEndpoints()
  const calls = endpoints.filter(
    (endpoint): endpoint is Endpoint => 'method' in endpoint && endpoint.method === 'GET',
  )
  const paths = [...new Set(calls.map(({ path }) => path))].filter(
    (path) => !SANS_OBJET.includes(path),
  )
  let addresses = paths.flatMap((path) =>
    (QUESTIONS[path] ?? ['']).map((query) => (query === '' ? path : `${path}?${query}`)),
  )
  for (const [name, values] of Object.entries(VALEURS))
    addresses = spread(addresses, `:${name}`, values)
  const years = ANNEES.map(String)
  addresses = spread(spread(addresses, ':annee', years), 'ANNEE', years)
  return addresses.map((address) => address.replace(':contact_id', DONATEUR[base]))
}

/** Every page, of both years where it may have one, and some questions that forms and links ask. */
export const listPages = (base: Base): string[] => [
  ...ECRANS.flatMap(({ path }) =>
    path.includes('?')
      ? [path.replace('2020', '2026')]
      : ANNEES.map((annee) => `${path}?annee=${annee}`),
  ),
  '/campagnes/ventilation?axe=media&annee=2026',
  '/campagnes/ventilation?axe=famille&annee=2026',
  '/campagnes/ventilation?axe=origine&annee=2026&mesure=dons',
  '/donateurs/recherche?q=zoe',
  '/donateurs/liste?ensemble=nouveaux&annee=2026&autres=media',
  '/donateurs/liste?ensemble=tous&q=nom&limit=100',
  `/donateurs/fiche?contact=${DONATEUR[base]}`,
  '/donations?annee=2026&limit=100',
]
