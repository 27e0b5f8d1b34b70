import { expect } from 'vitest'
import { fichier } from './deposer'
import { attribute, find, findAll, getByRole, nameOf, wordsOf } from './html'
import type { Ecran, Valeurs, Visite } from './visite'
import { ecrireClasseur } from './xlsx'

/** Invented: five orders, one of two rows, one that nobody decided on yet. */
export const HELLOASSO = [
  'Référence commande;Date de la commande;Statut de la commande;Nom payeur;Prénom payeur;Email payeur;Raison sociale;Moyen de paiement;Tarif;Montant tarif;Code Promo;Montant code promo;Votre club',
  '900101;14/01/2025 10:12:00;Validé;Durand;Camille;camille.durand@example.org;;Carte bancaire;Don;50,00;;;',
  '900102;03/02/2025 18:40:00;Validé;de la Tour;Anne-Marie;am.delatour@example.org;;Carte bancaire;Don;120,00;;;Nantes',
  '900102;03/02/2025 18:40:00;Validé;de la Tour;Anne-Marie;am.delatour@example.org;;Carte bancaire;Don;15,00;;;Nantes',
  '900103;28/02/2025 09:05:00;Validé;Garnier;Louis;contact@garnier.example;Menuiserie Garnier;Carte bancaire;Don;1500,00;;;',
  '900104;01/03/2025 21:30:00;Validé;Martin;Louise;louise.martin@example.org;;Carte bancaire;Don;30,50;;;',
  '900105;02/03/2025 08:00:00;En litige;Petit;Jean;jean.petit@example.org;;Carte bancaire;Don;10,00;;;',
].join('\r\n')

/** A sheet of the charity's own: no tool is known that writes it. */
export const PERSONNEL = [
  'Reçu n°;Quand;Somme;Nom de la personne;Courriel de la personne',
  '1;14/01/2024;50,00;Durand;camille.durand@example.org',
  '2;15/01/2024;20,00;Petit;jean.petit@example.org',
].join('\n')

/** A row of texts and numbers of a sheet. */
const rangee = (numero: number, cells: (string | number)[]): string =>
  `<row r="${numero}">${cells
    .map((cell, at) => {
      const place = `r="${String.fromCharCode(65 + at)}${numero}"`
      return typeof cell === 'number'
        ? `<c ${place}><v>${cell}</v></c>`
        : `<c ${place} t="inlineStr"><is><t>${cell}</t></is></c>`
    })
    .join('')}</row>`

/** Two sheets: the gifts stand in the second one, below a title. */
const ecrit = ecrireClasseur({
  feuilles: [
    { nom: 'Lisez-moi', lignes: rangee(1, ['Ce classeur', 'a deux feuilles']) },
    {
      nom: 'Dons & co',
      lignes: [
        rangee(1, ['Dons de la journée']),
        rangee(3, ['N° de don', 'Date', 'Montant', 'Nom', 'E-mail']),
        rangee(4, ['X1', '01/02/2025', 0.1 + 0.2, 'Durand', 'd@example.org']),
        rangee(5, ['X2', '02/02/2025', 20.5, 'Petit', 'p@example.org']),
      ].join(''),
    },
  ],
})
export const CLASSEUR = new Uint8Array(ecrit)

export const bouton = (ecran: Ecran, name: string | RegExp) =>
  getByRole(ecran.document, 'button', name)

export const mots = (ecran: Ecran): string => wordsOf(find(ecran.document, 'main'))

/** The figures of an account. */
export const chiffres = ({ document }: Ecran): Record<string, string> =>
  Object.fromEntries(
    findAll(document, '.facts > div').map((pair) => [
      findAll(pair, 'dt').map(wordsOf).join(),
      findAll(pair, 'dd').map(wordsOf).join(),
    ]),
  )

/** What becomes of the file's rows, as the page's table says it: label, rows, amount. */
export const equation = ({ document }: Ecran): string[][] =>
  findAll(find(document, '.accounts'), 'table')
    .slice(0, 1)
    .flatMap((table) => findAll(table, 'tbody tr, tfoot tr'))
    .map((row) => findAll(row, 'th, td').map(wordsOf))

/** The source columns of a page, as their selects are called. */
export const colonnes = ({ document }: Ecran): string[] =>
  findAll(document, '.source select').map(nameOf)

/** The field of a source column. */
export const champDe = ({ document }: Ecran, colonne: string): string => {
  const select = findAll(document, '.source select').find((one) => nameOf(one) === colonne)
  if (!select) throw new Error(`No column ${colonne}`)
  return attribute(select, 'name') ?? ''
}

/** Its place, as the choice of a key has it. */
export const placeDe = (ecran: Ecran, colonne: string): string =>
  champDe(ecran, colonne).replace('colonne-', '')

/** Sends a file in the third tab: the page that reads it. */
export async function lire(
  visite: Visite,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<Ecran> {
  const upload = await visite.ouvrir('/upload?type=fichier')
  return visite.presser(upload, bouton(upload, 'Lire le fichier'), {
    fichier: fichier(name, content),
  })
}

/** Says what columns are, and other choices, and has the file read again. */
export const relire = (
  visite: Visite,
  ecran: Ecran,
  roles: Record<string, string>,
  autres: Valeurs = {},
): Promise<Ecran> =>
  visite.presser(
    ecran,
    getByRole(find(ecran.document, '#lecture'), 'button', 'Relire avec ces choix'),
    {
      ...Object.fromEntries(
        Object.entries(roles).map(([name, role]) => [champDe(ecran, name), role]),
      ),
      ...autres,
    },
  )

/** Loads a page again, as one without scripts does by itself, until it says this. */
export async function attendre(visite: Visite, ecran: Ecran, said: string): Promise<Ecran> {
  let shown = ecran
  await expect
    .poll(
      async () => {
        if (!mots(shown).includes(said)) shown = await visite.ouvrir(shown.adresse)
        return mots(shown)
      },
      { timeout: 30_000, interval: 250 },
    )
    .toContain(said)
  return shown
}

/** Waits for the account of a reading. */
export const compter = (visite: Visite, ecran: Ecran): Promise<Ecran> =>
  attendre(visite, ecran, 'Que devient chaque ligne')
