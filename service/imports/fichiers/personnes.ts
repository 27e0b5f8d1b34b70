import { readBirthdate } from '../parsing/cells/values'
import type { Row } from '../parsing/rows/row'
import { codeIn, idOf, isLong, nameIn, text } from './cellules'
import { createIdentifier, ENTRE_CLES } from './identifier'
import { adressesDe, lireNomComplet, premierDe } from './noms'
import type { Plan } from './resoudre'
import { createSouvenir } from './souvenir'
import { CARTE, PERSONNE, type Personne } from './vocabulaire'

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
    const birthdate =
      champs.birthdate === undefined ? undefined : readBirthdate(text(row, champs.birthdate))
    const [email, ...autres] = adressesDe(codeIn(row, champs.email) ?? '')
    const carte = [
      ...noms,
      email === '' ? undefined : email,
      codeIn(row, champs.phone),
      codeIn(row, champs.zip),
      nameIn(row, champs.city),
      birthdate,
      // What stands between the parts of a card is in none of them.
    ].map((cell) => (cell?.includes(ENTRE_CLES) ? cell.replaceAll(ENTRE_CLES, '') : cell))
    const is_company = company !== undefined
    return {
      qui: identifier(numero, client, { carte, is_company }),
      carte,
      is_company,
      autresEmails: autres.length > 0,
      motif: carte.some(isLong) ? 'code_trop_long' : undefined,
      numero: 0,
    }
  }

  return (row: Row): Personne => souvenir(row, read)
}
