import { expect, test } from 'vitest'
import { formatCount, formatDay, formatMoney, plural } from '../../service/figures/format'
import { partagee } from '../support/ecrans'
import { attribute, find, findAll, getByRole, textOf, wordsOf } from '../support/html'
import { requete } from '../support/requete'
import { lienDuMenu, lireTableau } from '../support/tableau'
import { validate } from '../support/validation'

const application = partagee()

const SANS_ACCENTS = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/œ/g, 'oe')
    .toLowerCase()

/** Somebody with a name of two words and gifts. */
const donateur = await requete(
  application.databaseUrl,
  `select d.contact_id, firstname, lastname, zip, count(*) as dons, sum(order_amount) as cumul,
     max(order_date)::text as dernier
   from donateurs d
   join donations using (contact_id)
   where order_amount > 0 and lastname = 'Lefèvre' and email <> ''
   group by d.contact_id
   order by d.contact_id
   limit 1`,
)
const dire = (name: string) => String(donateur[name])

test('un donateur se cherche depuis l’écran Donateurs, et se trouve avec ses dons', async () => {
  const depart = await application.ouvrir('/donateurs')
  const ecran = await application.presser(
    depart,
    getByRole(depart.document, 'button', 'Rechercher'),
    { q: `${SANS_ACCENTS(dire('lastname'))} ${dire('firstname').toUpperCase()} ${dire('zip')}` },
  )
  expect(ecran.adresse).toMatch(/^\/donateurs\/recherche\?q=/)
  const { lignes } = lireTableau(ecran.document, 'Donateurs trouvés')
  const nom = `${dire('firstname')} ${dire('lastname')}`
  const ligne = lignes.find(([, , contact]) => contact === dire('contact_id'))
  expect(ligne?.[0]).toBe(nom)
  expect(ligne?.[1]).toBe(formatMoney(Number(donateur['cumul'])))
  expect(ligne?.slice(7, 9)).toEqual([
    formatCount(Number(donateur['dons'])),
    formatDay(dire('dernier')),
  ])
  expect(wordsOf(find(ecran.document, '.list-count'))).toBe(
    plural(lignes.length, 'contact').replace(/\s/g, ' '),
  )
  const link = findAll(ecran.document, 'tbody th a').find((a) => textOf(a) === nom)
  expect(link && attribute(link, 'href')).toBe(`/donateurs/fiche?contact=${dire('contact_id')}`)
  expect(await validate(ecran.html)).toEqual([])
})

test('un identifiant suffit, et le seul fichier est celui de la liste, qui se note', async () => {
  const ecran = await application.ouvrir(`/donateurs/recherche?q=${dire('contact_id')}`)
  const { lignes } = lireTableau(ecran.document, 'Donateurs trouvés')
  expect(lignes.map(([, , contact]) => contact)).toEqual([dire('contact_id')])
  expect(findAll(ecran.document, 'a[download]')).toEqual([])
  const address = `/telechargements/recherche.csv?q=${dire('contact_id')}`
  expect((await application.demander(address)).status).toBe(404)
  const liste = await application.suivre(ecran, /^Voir en liste/)
  const file = lienDuMenu(liste.document, /^Télécharger/)
  expect(attribute(file, 'href')).toMatch(/^\/donateurs\/liste\.csv\?/)
})

test('sans question, un champ et une phrase ; sans réponse, quoi essayer', async () => {
  const { document } = await application.ouvrir('/donateurs/recherche')
  expect(findAll(document, 'main input[name=q]')).toHaveLength(1)
  expect(wordsOf(find(document, '.empty'))).toMatch(/^Tapez un ou plusieurs mots/)
  const rien = await application.ouvrir('/donateurs/recherche?q=introuvable+personne')
  expect(wordsOf(find(rien.document, '.empty'))).toContain(
    'Aucun contact ne correspond à « introuvable personne ».',
  )
  expect(attribute(find(rien.document, 'main input[name=q]'), 'value')).toBe('introuvable personne')
  // Two letters, or one digit, are no beginning of a word.
  const COURT = 'trois lettres au moins, ou deux chiffres'
  expect(wordsOf(find(rien.document, '.empty'))).not.toContain(COURT)
  for (const q of ['4', 'zq', '4 introuvable']) {
    const court = await application.ouvrir(`/donateurs/recherche?${new URLSearchParams({ q })}`)
    expect(wordsOf(find(court.document, '.empty'))).toContain(COURT)
  }
})

test('une question hostile est montrée comme un texte', async () => {
  const q = `"><script>alert(1)</script>' & | ! :* \0 %`
  const { status, document, html } = await application.ouvrir(
    `/donateurs/recherche?q=${encodeURIComponent(q)}`,
  )
  expect(status).toBe(200)
  expect(await validate(html)).toEqual([])
  expect(wordsOf(find(document, '.empty'))).toContain('<script>alert(1)</script>')
})

test('ce que la recherche trouve se met en liste, où l’on cherche encore', async () => {
  const found = await application.ouvrir('/donateurs/recherche?q=lefevre')
  const list = await application.suivre(
    found,
    'Voir en liste ceux qui ont une donation, pour filtrer ou télécharger',
  )
  expect(list.adresse).toBe('/donateurs/liste?ensemble=tous&q=lefevre')
  expect(wordsOf(find(list.document, 'h1'))).toBe('Contacts trouvés pour « lefevre »')
  const names = findAll(list.document, 'tbody th').map(textOf)
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) expect(SANS_ACCENTS(name)).toContain('lefevre')
  const [button] = findAll(list.document, '.filters button')
  if (!button) throw new Error('No button')
  const other = await application.presser(list, button, { q: 'personne de ce nom' })
  expect(wordsOf(getByRole(other.document, 'main'))).toContain('Aucun donateur ne correspond.')
})
