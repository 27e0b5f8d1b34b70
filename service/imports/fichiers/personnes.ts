import { CARTE } from '#contract/identite'
import { FIELDS } from '#files/entetes'
import { readBirthdate } from '../parsing/cells/values'
import type { Row } from '../parsing/rows/row'
import { codeIn, idOf, isLong, nameIn, text } from './cellules'
import { createIdentifier, ENTRE_CLES } from './identifier'
import { adressesDe, lireNomComplet, premierDe } from './noms'
import type { Plan } from './resoudre'
import { createSouvenir } from './souvenir'
import { AUTRES, PERSONNE, type Personne } from './vocabulaire'

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

  const nomsOf = (row: Row): { company: string | undefined; noms: (string | undefined)[] } => {
    const company = nameIn(row, champs.company)
    if (company !== undefined) return { company, noms: [undefined, undefined, company] }
    const full = nomComplet === undefined ? undefined : nameIn(row, nomComplet)
    const split = full === undefined ? undefined : lireNomComplet(full, premier)
    const civility = codeIn(row, champs.civility) ?? split?.civility
    return {
      company,
      noms: split
        ? [civility, split.firstname, split.lastname]
        : [civility, nameIn(row, champs.firstname), nameIn(row, champs.lastname)],
    }
  }

  const read = (row: Row): Personne => {
    const numero = idOf(row, champs.contact_id)
    if (typeof numero !== 'string') return { ...PERSONNE, motif: numero.motif }
    const client = idOf(row, champs.client)
    if (typeof client !== 'string') return { ...PERSONNE, motif: client.motif }
    const { company, noms } = nomsOf(row)
    const adresses = adressesDe(codeIn(row, champs.email) ?? '')
    const carte = [
      ...noms,
      ...AUTRES.map((column) =>
        column === 'email' ? adresses[0] || undefined : readers.get(column)?.(row),
      ),
      // What stands between the parts of a card is in none of them.
    ].map((cell) => (cell?.includes(ENTRE_CLES) ? cell.replaceAll(ENTRE_CLES, '') : cell))
    const is_company = company !== undefined
    return {
      qui: identifier(numero, client, { carte, is_company }),
      carte,
      is_company,
      autresEmails: adresses.length > 1,
      motif: carte.some(isLong) ? 'code_trop_long' : undefined,
      numero: 0,
    }
  }

  return (row: Row): Personne => souvenir(row, read)
}
