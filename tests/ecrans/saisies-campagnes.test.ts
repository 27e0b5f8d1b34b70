import { expect, test } from 'vitest'
import { lireClasseur } from '../support/classeur'
import { propre } from '../support/ecrans'
import {
  attribute,
  type Document,
  find,
  findAll,
  getByRole,
  listByRole,
  textOf,
  wordsOf,
} from '../support/html'
import { lireLignes, lireTableau } from '../support/tableau'
import type { Ecran } from '../support/visite'

const application = propre('demo')

const presser = (page: Ecran, button: string, values: Parameters<typeof application.presser>[2]) =>
  application.presser(page, getByRole(page.document, 'button', button), {
    saisi_par: 'Camille',
    ...values,
  })

const succes = (document: Document) => wordsOf(find(document, '.alert-success'))
const refus = (document: Document) => wordsOf(find(document, '.alert-error'))

test('un code se note au dictionnaire, se corrige sans perdre sa version, et compte aux coûts', async () => {
  const fiche = { code: 'ESSAI', nom: 'Essai', famille: 'TESTS', exercice: '2024', envois: '100' }
  const page = await application.ouvrir('/campagnes/dictionnaire')
  const faux = await presser(page, 'Noter au dictionnaire', { ...fiche, cout: 'cher' })
  expect(wordsOf(find(faux.document, '.field-fault'))).toContain('Coût')
  expect(findAll(faux.document, '[aria-invalid=true]')).toHaveLength(1)
  for (const [name, value] of Object.entries({ ...fiche, cout: 'cher', saisi_par: 'Camille' }))
    expect(
      findAll(faux.document, `input[name=${name}]`).map((field) => attribute(field, 'value')),
    ).toContain(value)

  const note = await presser(page, 'Noter au dictionnaire', { ...fiche, cout: '1 234,50' })
  expect(succes(note.document)).toContain('noté')
  const corrige = await presser(note, 'Noter au dictionnaire', { cout: '2000' })
  expect(wordsOf(getByRole(corrige.document, 'main'))).toContain('2 versions')

  const couts = await application.ouvrir('/campagnes/couts?annee=2024')
  const { lignes } = lireTableau(couts.document, 'Coût et rendement des campagnes de 2024')
  expect(lignes.find((cells) => cells[0] === 'Essai ESSAI')?.join(' ')).toMatch(/2.000,00/)
})

test('le sceau du rapport ne nomme les coûts que d’un rapport qui les montre', async () => {
  for (const [annee, count] of [
    ['2024', 2],
    ['2018', 0],
  ] as const) {
    const { document } = await application.ouvrir(`/dashboard/rapport?annee=${annee}&malgre=1`)
    const sealed = wordsOf(find(document, '.report-command')).match(/\bcouts-[\w-]+\.csv/g) ?? []
    const linked = findAll(document, '.table-menu a[download]').filter((link) =>
      attribute(link, 'href')?.includes('/couts-'),
    )
    expect([sealed.length, linked.length], annee).toEqual([count, count])
  }
})

test('d’un coût, on lit qui l’a noté, et ce qui était dit avant', async () => {
  const page = await application.ouvrir('/campagnes/couts?annee=2024')
  const { document } = await application.presser(
    page,
    getByRole(page.document, 'button', 'Pourquoi ce chiffre a changé ?'),
    { code: 'ESSAI', chiffre: 'campagne-cout' },
  )
  expect(wordsOf(find(document, 'h1'))).toBe('Pourquoi ce chiffre a changé ?')
  const { lignes } = lireTableau(document, 'Ce qui a changé ce chiffre')
  expect(lignes.map((cells) => cells.join(' '))).toEqual([
    expect.stringMatching(/Camille\s: 1\s234,50\s€, pour la première fois/),
    expect.stringMatching(/Camille\s: 2\s000,00\s€ au lieu de 1\s234,50\s€/),
  ])
})

test('un rapport se lit par ses deux termes, et mène à l’histoire de chacun', async () => {
  const page = await application.ouvrir('/campagnes/couts?annee=2024')
  const rapport = await application.presser(
    page,
    getByRole(page.document, 'button', 'Pourquoi ce chiffre a changé ?'),
    { code: 'ESSAI', chiffre: 'campagne-net' },
  )
  expect(wordsOf(getByRole(rapport.document, 'main'))).toMatch(
    /Coût de la campagne, de 0,00 € à 2 000,00 €\. 0,00 € − 2 000,00 € = −2 000,00 €, au lieu de 0,00 € − 0,00 € = 0,00 €\./,
  )
  const { lignes } = lireTableau(rapport.document, 'Ce qui a changé ce chiffre')
  expect(listByRole(rapport.document, 'columnheader').slice(3).map(wordsOf)).toEqual([
    'Effet',
    'Montant ensuite',
    'Coût ensuite',
    'Ensuite',
  ])
  expect(lignes.at(-1)?.slice(4).join(' ')).toMatch(/^0,00\s€ 2\s000,00\s€ −2\s000,00\s€$/)
  const cout = await application.suivre(rapport, /^Coût de la campagne$/)
  expect(lireTableau(cout.document, 'Ce qui a changé ce chiffre').lignes).toHaveLength(2)
})

test('sans code, un rapport est celui de toutes les campagnes qui ont de quoi diviser', async () => {
  const page = await application.ouvrir('/campagnes/couts?annee=2024')
  const { document } = await application.presser(
    page,
    getByRole(page.document, 'button', 'Pourquoi ce chiffre a changé ?'),
    { code: '', chiffre: 'campagne-net' },
  )
  const words = wordsOf(getByRole(document, 'main'))
  expect(words).toContain('Net des campagnes 2024')
  expect(words).toContain('Sans code, ce sont toutes les campagnes')
  const last = lireTableau(document, 'Ce qui a changé ce chiffre').lignes.at(-1)
  const { totaux } = lireTableau(page.document, 'Coût et rendement des campagnes de 2024')
  expect(totaux.map(([name]) => name)).toEqual(['Campagnes chiffrées', 'Rapports de', 'Toutes'])
  expect(last?.at(-1)).toBe(totaux[0]?.[4])
  // What a row says of euros is of the same campaigns; ratios of all of them there are none.
  const euros = (cell = '') =>
    Number(
      cell
        .replace(/[^\d,−]/g, '')
        .replace('−', '-')
        .replace(',', '.'),
    )
  const [, , cout, montant, net] = totaux[0] ?? []
  expect(euros(montant) - euros(cout)).toBeCloseTo(euros(net), 2)
  // The newcomers of campaigns with a cost lead to their list.
  const nouveaux = findAll(page.document, 'a.count[href*="avec_cout=1"]')
  expect(nouveaux.map(textOf)).toEqual([totaux[0]?.[6]].filter((count) => count !== '0'))
  expect(totaux[1]?.[5]).toMatch(/^\d+\scampagnes?$/)
  expect([2, 4, 5].map((at) => totaux[2]?.[at])).toEqual(['–', '–', '–'])
})

test('un fichier se charge en entier ou pas du tout', async () => {
  const page = await application.ouvrir('/campagnes/dictionnaire')
  const charger = (text: string) =>
    presser(page, 'Charger le fichier', { fichier: new File([text], 'codes.csv') })
  const head = 'code;nom;exercice;cout\n'
  const faux = await charger(`${head}F-1;Un;2024;10\nF-2;Deux;2024;dix\n`)
  expect(refus(faux.document)).toContain('Ligne 3')
  expect(wordsOf(getByRole(faux.document, 'main'))).not.toContain('F-1')
  const juste = await charger(`${head}F-1;Un;2024;10\nF-2;Deux;2024;12\n`)
  expect(wordsOf(getByRole(juste.document, 'main'))).toContain('F-2')
  expect((await charger('')).document).toSatisfy((document: Document) =>
    refus(document).includes('Choisissez le fichier'),
  )
})

test('un objectif se note, se suit au dashboard, et se retire', async () => {
  const page = await application.ouvrir('/dashboard/objectifs')
  const note = await presser(page, 'Noter cet objectif', { valeur: '123456' })
  expect(wordsOf(getByRole(note.document, 'main'))).toContain('123 456')
  const dashboard = await application.ouvrir('/dashboard')
  expect(wordsOf(getByRole(dashboard.document, 'main'))).toContain('123 456')
  const cumules = findAll(dashboard.document, 'table').find((table) =>
    wordsOf(table).startsWith('Montants cumulés par mois'),
  )
  expect(cumules && findAll(cumules, 'thead th').map(wordsOf).at(-1)).toBe('Visé')
  const lignes = cumules ? lireLignes(cumules).lignes : []
  expect(lignes).toHaveLength(12)
  expect(lignes.at(-1)?.at(-1)).toMatch(/^123\s456,00\s€$/)
  const classeur = await application.demander(
    '/telechargement/classeur?ecran=objectifs&annee=2025&objectif=0',
  )
  expect(classeur.headers.get('content-disposition')).toContain('"classeur-objectifs-2025.xlsx"')
  const fin = lireClasseur(Buffer.from(await classeur.arrayBuffer())).at(-1)
  const mots = [...(fin?.cases.values() ?? [])].map(({ valeur }) => valeur)
  expect(mots).toContain('Année')
  expect(mots).not.toContain('objectif')
  const retire = await presser(note, 'Noter cet objectif', { valeur: '' })
  expect(succes(retire.document)).toContain('retiré')
  const sans = await application.ouvrir('/dashboard')
  expect(wordsOf(getByRole(sans.document, 'main'))).not.toContain('123 456')
})

test('des réguliers, on lit pourquoi l’année a changé', async () => {
  const page = await application.ouvrir('/donateurs/reguliers')
  const { document } = await application.suivre(page, 'démarrés')
  expect(wordsOf(find(document, 'h1'))).toBe('Pourquoi ce chiffre a changé ?')
  expect(lireTableau(document, 'Ce qui a changé ce chiffre').lignes).not.toEqual([])
})
