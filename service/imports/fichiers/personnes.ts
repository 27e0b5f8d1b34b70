import { CARTE } from '#contract/identite'
import { FIELDS } from '#files/entetes'
import { readBirthdate } from '../parsing/cells/values'
import type { Row } from '../parsing/rows/row'
import { codeIn, idOf, isLong, nameIn, text } from './cellules'
import { createIdentifier, ENTRE_CLES } from './identifier'
import { adressesDe, lireNomComplet, premierDe } from './noms'
import type { Plan } from './resoudre'
import { createSouvenir } from './souvenir'
import { AUTRES, NOM, PERSONNE, type Personne } from './vocabulaire'

const EMAIL = AUTRES.findIndex((column) => column === 'email')

/** How a cell of a card is read, by the kind of its field. */
function readerOf(column: (typeof AUTRES)[number], place: number | undefined) {
  const kind = FIELDS.donateurs.find(({ field }) => field === column)?.kind
  if (kind === 'nom') return (row: Row) => nameIn(row, place)
  if (kind !== 'naissance') return (row: Row) => codeIn(row, place)
  return (row: Row) => (place === undefined ? undefined : readBirthdate(text(row, place)))
}

/** Reads the donor of rows, once for all whose cells are the same. */
export function createPersonnes(plan: Plan) {
  const { champs, nomComplet } = plan
  const premier =
    nomComplet === undefined ? undefined : premierDe(plan.entete.noms[nomComplet] ?? '')
  const identifier = createIdentifier(plan)
  const souvenir = createSouvenir<Personne>(
    [
      champs.contact_id,
      champs.client,
      champs.company,
      nomComplet,
      ...CARTE.map((champ) => champs[champ]),
    ].filter((place) => place !== undefined),
  )

  const readers = new Map(AUTRES.map((column) => [column, readerOf(column, champs[column])]))

  /** Civility, first and last name; and as rules of before read them, whom no heading told what stands first. */
  const nomsOf = (row: Row) => {
    const company = nameIn(row, champs.company)
    if (company !== undefined) return { company, noms: [undefined, undefined, company] }
    const full = nomComplet === undefined ? undefined : nameIn(row, nomComplet)
    const ecrite = codeIn(row, champs.civility)
    if (full === undefined)
      return {
        company,
        noms: [ecrite, nameIn(row, champs.firstname), nameIn(row, champs.lastname)],
      }
    const [noms, avant] = [premier, undefined].map((first) => {
      const { civility, firstname, lastname } = lireNomComplet(full, first)
      return [ecrite ?? civility, firstname, lastname]
    }) as [Personne['carte'], Personne['carte']]
    return { company, noms, avant: premier === 'nom' ? avant : undefined }
  }

  const read = (row: Row): Personne => {
    const numero = idOf(row, champs.contact_id)
    if (typeof numero !== 'string') return { ...PERSONNE, motif: numero.motif }
    const client = idOf(row, champs.client)
    if (typeof client !== 'string') return { ...PERSONNE, motif: client.motif }
    const { company, noms, avant } = nomsOf(row)
    const email = codeIn(row, champs.email)
    const adresses = adressesDe(email ?? '')
    const carte = [
      ...noms,
      ...AUTRES.map((column) =>
        column === 'email' ? adresses[0] || undefined : readers.get(column)?.(row),
      ),
      // What stands between the parts of a card is in none of them.
    ].map((cell) => (cell?.includes(ENTRE_CLES) ? cell.replaceAll(ENTRE_CLES, '') : cell))
    const is_company = company !== undefined
    const isOther = avant !== undefined || (email !== undefined && email !== adresses[0])
    const former = isOther
      ? [...(avant ?? noms), ...carte.slice(NOM.length).with(EMAIL, email)]
      : undefined
    return {
      qui: identifier(numero, client, { carte, is_company }, former),
      carte,
      is_company,
      autresEmails: adresses.length > 1,
      motif: carte.some(isLong) ? 'code_trop_long' : undefined,
      numero: 0,
    }
  }

  return (row: Row): Personne => souvenir(row, read)
}
