import { METHODS } from 'node:http'
import fc from 'fast-check'

/** A request of any kind, as bytes. */
export interface Demande {
  cible: string
  octets: Buffer
  /** Whether its body is what it says it is; a server would wait for the rest of another. */
  entiere: boolean
}

/** What an address takes: its pattern (`/api/upload/:id`) and its method. */
export interface Route {
  methode: string
  chemin: string
}

/** Texts that break what takes them for something simple. */
const PIQUANTS = [
  '',
  '0',
  '-1',
  '2024',
  '2024.5',
  '1e309',
  '9007199254740993',
  '99999999999999999999',
  'NaN',
  '0000-01-01',
  '2023-02-30',
  'infinity',
  '9999-12-31',
  '\0',
  'a\0b',
  '\u{1F600}',
  '\ud800',
  'é'.repeat(150),
  'a'.repeat(5_000),
  '../../etc/passwd',
  '..%2f..',
  "'; drop table donations; --",
  '<script>alert(1)</script>',
  '%',
  '%00',
  '%ED%A0%80',
  '__proto__',
  'constructor',
  '\r\nx: y',
  '[]',
  '{}',
  'null',
  'true',
  'C000001',
  '00000000-0000-4000-8000-000000000000',
]

const texte = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PIQUANTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

const NOMS = [
  'year',
  'annee',
  'page',
  'limit',
  'contact_id',
  'type',
  'du',
  'au',
  'details',
  'onglet',
  'operation',
  'retour',
  'fichier_id',
  'fichier',
  'upload_id',
  'refresh_id',
  'raison',
  'exclu_par',
  'evenement_id',
  'numero_attendu',
  'completer_lignes_courtes',
  '_data',
  '_routes',
]
const champs = fc.array(
  fc.tuple(
    fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...NOMS) }, { weight: 1, arbitrary: texte }),
    texte,
  ),
  { maxLength: 5 },
)

/** Escaped as a browser does, or only where the wire could not carry it. */
const echapper = (text: string, tout: boolean) =>
  tout ? encodeURIComponent(text.replace(/\p{Surrogate}/gu, '')) : text.replace(/[^!-~]/g, '_')

const enRequete = (paires: [string, string][], tout: boolean) =>
  paires.map(([nom, valeur]) => `${echapper(nom, tout)}=${echapper(valeur, tout)}`).join('&')

const chemin = (routes: Route[]) =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(
          fc.constantFrom(...routes),
          fc.array(texte, { minLength: 3, maxLength: 3 }),
          fc.boolean(),
        )
        .map(([route, valeurs, tout]) => ({
          methode: route.methode,
          chemin: route.chemin.replace(/:\w+/g, () => echapper(valeurs.pop() ?? '', tout)),
        })),
    },
    {
      weight: 1,
      arbitrary: fc
        .oneof(
          texte.map((text) => `/${echapper(text, false)}`),
          fc.constantFrom(
            '*',
            '//',
            'http://',
            'http://a@127.0.0.1/',
            'http://127.0.0.1',
            'ftp://x/',
            '/%c0%ae',
            '/\\',
          ),
        )
        .map((cible) => ({ methode: 'GET', chemin: cible })),
    },
  )

const rarement = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

const methode = fc.constantFrom(...METHODS, 'BONJOUR', 'get', 'G'.repeat(200))

const BORD = 'limite'
const enJson = fc.oneof(
  champs.map((paires) => JSON.stringify(Object.fromEntries(paires))),
  fc.json({ maxDepth: 4 }),
  fc.constantFrom(
    '{',
    '[',
    '"',
    '{"contact_id":',
    '[['.repeat(20_000),
    '{"a":'.repeat(9_000),
    `{"contact_id":${'9'.repeat(400)}}`,
  ),
)
const enParties = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.constantFrom(
          'donations_file',
          'contacts_file',
          'completer_lignes_courtes',
          '__proto__',
          '',
        ),
        texte,
        texte,
      ),
      { maxLength: 3 },
    ),
    fc.boolean(),
  )
  .map(([parties, entiere]) => {
    const morceaux = parties.map(
      ([nom, fichier, contenu]) =>
        `--${BORD}\r\ncontent-disposition: form-data; name="${nom}"; filename="${fichier}.csv"\r\n\r\nid;montant;date;contact\n${contenu};10;2024-01-01;C000001\r\n`,
    )
    return `${morceaux.join('')}${entiere ? `--${BORD}--\r\n` : ''}`
  })

/** A body and the type that it comes with, right or wrong. */
const corps = fc
  .tuple(
    fc.oneof(
      fc.constant(['', '']),
      enJson.map((text) => ['application/json', text]),
      champs.map((paires) => ['application/x-www-form-urlencoded', enRequete(paires, true)]),
      enParties.map((text) => [`multipart/form-data; boundary=${BORD}`, text]),
      texte.map((text) => ['text/plain', text]),
    ),
    rarement(
      fc.constantFrom(
        '',
        ';',
        'application/json; charset=utf-16',
        'application/json;;;',
        'multipart/form-data',
        'multipart/form-data; boundary=',
        `multipart/form-data; boundary=${'b'.repeat(400)}`,
        'application/xml',
        'application/x-www-form-urlencoded; charset=x',
        'x',
      ),
    ),
  )
  .map(([[type = '', text = ''], autre]) => ({ type: autre ?? type, text: Buffer.from(text) }))

const LIBRES: [string, string[]][] = [
  ['accept', ['application/json', 'text/html', '*/*', '', 'a,'.repeat(500)]],
  ['accept-encoding', ['gzip, br', 'identity;q=0', '*;q=0', 'x']],
  ['accept-language', ['en-US,en;q=0.9', 'fr']],
  [
    'cookie',
    ['message=abc', 'message=%', `message=${'a'.repeat(6_000)}`, ';;;=', 'message=eyJhIjoxfQ=='],
  ],
  ['range', ['bytes=0-1', 'bytes=-', 'bytes=9-1']],
  ['if-none-match', ['*', '"a"']],
  ['if-modified-since', ['hier', 'Mon, 01 Jan 2024 00:00:00 GMT']],
  ['expect', ['100-continue', 'bonjour']],
  ['upgrade', ['websocket', 'h2c']],
  ['x-forwarded-host', ['evil.example', 'a@b', '']],
  ['x-forwarded-proto', ['https', 'javascript']],
  ['x-forwarded-for', ['9.9.9.9', 'x']],
  ['x-request-id', ['a'.repeat(200), '%0d%0a']],
  ['x-identite', ['Mallory', '%', '%00']],
  ['authorization', ['Bearer x', 'Basic %']],
  ['content-encoding', ['gzip', 'x']],
  ['te', ['trailers']],
  ['purpose', ['prefetch']],
  ['sec-fetch-mode', ['navigate', 'x']],
  ['origin', ['http://127.0.0.1', 'null', 'x']],
]
const libres = fc.array(
  fc
    .constantFrom(...LIBRES)
    .chain(([nom, valeurs]) => fc.constantFrom(...valeurs).map((valeur) => [nom, valeur] as const)),
  { maxLength: 4 },
)

/** How long the body is said to be: mostly what it is. */
const longueur = fc.oneof(
  { weight: 18, arbitrary: fc.constant('juste' as const) },
  { weight: 1, arbitrary: fc.constantFrom('morceaux' as const, 'mauvais morceaux' as const) },
  { weight: 1, arbitrary: fc.constantFrom('-1', '1', '0', '99999999999', 'x', '5, 5') },
)

function annoncer(corps: Buffer, longueur: string): { ligne: string; suite: Buffer } {
  if (longueur === 'juste')
    return { ligne: corps.length > 0 ? `content-length: ${corps.length}` : '', suite: corps }
  if (!longueur.includes('morceaux')) return { ligne: `content-length: ${longueur}`, suite: corps }
  const taille = longueur === 'morceaux' ? corps.length.toString(16) : 'zz'
  const suite = corps.length > 0 ? [`${taille}\r\n`, corps, '\r\n0\r\n\r\n'] : ['0\r\n\r\n']
  return {
    ligne: 'transfer-encoding: chunked',
    suite: Buffer.concat(suite.map((part) => Buffer.from(part))),
  }
}

/** Requests of every kind to a server with these routes, most of which get past its first checks. */
export const demandes = (host: string, routes: Route[]): fc.Arbitrary<Demande> =>
  fc
    .record({
      route: chemin(routes),
      autreMethode: rarement(methode),
      paires: champs,
      tout: fc.boolean(),
      corps,
      longueur,
      libres,
      nom: fc.oneof(
        { weight: 19, arbitrary: fc.constant(host) },
        {
          weight: 1,
          arbitrary: fc.constantFrom('evil.example', 'a@127.0.0.1', '', '[::1', '127.0.0.1:x'),
        },
      ),
      site: fc.oneof(
        { weight: 19, arbitrary: fc.constant('same-origin') },
        { weight: 1, arbitrary: fc.constantFrom('cross-site', 'none', '') },
      ),
      version: fc.oneof(
        { weight: 30, arbitrary: fc.constant('HTTP/1.1') },
        { weight: 1, arbitrary: fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/9', '') },
      ),
    })
    .map(({ route, autreMethode, paires, tout, corps, longueur, libres, nom, site, version }) => {
      const question = paires.length > 0 ? `?${enRequete(paires, tout)}` : ''
      const methode = autreMethode ?? route.methode
      const cible = `${methode} ${route.chemin}${question}`
      const { ligne, suite } = annoncer(methode === 'GET' ? Buffer.alloc(0) : corps.text, longueur)
      const lignes = [
        `${cible} ${version}`,
        `host: ${nom}`,
        `sec-fetch-site: ${site}`,
        'connection: close',
        corps.type && `content-type: ${corps.type}`,
        ligne,
        ...libres.map(([name, value]) => `${name}: ${value}`),
      ].filter((line) => line !== '')
      const tete = Buffer.from(`${lignes.join('\r\n')}\r\n\r\n`, 'latin1')
      const entiere = longueur === 'juste' || longueur === 'morceaux'
      return { cible: cible.slice(0, 200), octets: Buffer.concat([tete, suite]), entiere }
    })
