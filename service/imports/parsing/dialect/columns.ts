import type { TypeFichier } from '#contract/imports'
import { csvUnguarded } from '#files/csv'

/** How a field is parsed; one reader each in `values.ts`. */
export type Kind = 'id' | 'code' | 'montant' | 'jour' | 'nom' | 'texte' | 'naissance' | 'booleen'

export interface Field {
  field: string
  kind: Kind
  /** Other accepted names, preferred first. */
  aliases: string[]
}

const field = (name: string, kind: Kind, aliases: string): Field => ({
  field: name,
  kind,
  aliases: aliases.split(' '),
})

/** The fields of each file, in table column order. */
export const FIELDS: Record<TypeFichier, Field[]> = {
  donations: [
    field('id', 'id', 'id_don don_id donation_id numero_don'),
    field('order_id', 'id', 'commande id_commande numero_commande'),
    field('order_amount', 'montant', 'amount montant montant_don'),
    field('order_date', 'jour', 'date date_don date_commande'),
    field('contact_id', 'id', 'id_contact contact donateur_id id_donateur'),
    field('codemedia_code', 'code', 'codemedia code_media media'),
    field('campaign_code', 'code', 'campaign campagne code_campagne'),
    field('origincode_code', 'code', 'origincode origine code_origine'),
    field('product_code', 'code', 'product produit code_produit'),
  ],
  donateurs: [
    field('contact_id', 'id', 'id id_contact contact donateur_id id_donateur'),
    field('firstname', 'nom', 'prenom'),
    field('lastname', 'nom', 'nom nom_de_famille'),
    field('city', 'nom', 'ville'),
    field('zip', 'texte', 'code_postal cp postal_code'),
    field('email', 'texte', 'mail courriel e-mail'),
    field('phone', 'texte', 'telephone tel mobile'),
    field('birthdate', 'naissance', 'date_naissance naissance'),
    field('civility', 'texte', 'civilite titre'),
    field('is_company', 'booleen', 'societe entreprise personne_morale'),
  ],
}

/** Each entry is one requirement, met by any of its fields. */
export const REQUIRED: Record<TypeFichier, string[][]> = {
  donations: [['id', 'order_id'], ['order_amount'], ['order_date'], ['contact_id']],
  donateurs: [['contact_id']],
}

/** No field has a longer name; normalising combining marks of a very long one would take forever. */
const LONGEST_NAME = 60

/** Normalises a header for comparison: drops case, accents, spaces, `_ - . : ' ’ *`. */
export function normalise(name: string): string {
  if (name.length > LONGEST_NAME) return name
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_\-.:'’*\u00a0\u202f\ufeff]/gu, '')
}

/** A parsed header: the position of each known field; ignored, missing and duplicate names. */
export interface Header {
  names: string[]
  places: Map<string, number>
  ignored: string[]
  missing: string[][]
  twice: string[]
}

function firstPlace(known: Field, places: Map<string, number>): number | undefined {
  for (const name of [known.field, ...known.aliases]) {
    const place = places.get(normalise(name))
    if (place !== undefined) return place
  }
  return undefined
}

/** Parses the cells of a header line; unnamed columns are counted but never read. */
export function readHeader(type: TypeFichier, cells: string[]): Header {
  const names = cells.map((cell) => csvUnguarded(cell.trim()).trim().replaceAll('\0', '\ufffd'))
  const byName = new Map<string, number>()
  const twice = new Set<string>()
  names.forEach((name, place) => {
    const key = normalise(name)
    if (key === '') return
    if (byName.has(key)) twice.add(name)
    else byName.set(key, place)
  })
  const places = new Map<string, number>()
  const taken = new Set<number>()
  for (const known of FIELDS[type]) {
    const place = firstPlace(known, byName)
    if (place === undefined || taken.has(place)) continue
    places.set(known.field, place)
    taken.add(place)
  }
  return {
    names,
    places,
    ignored: names.filter((name, place) => name !== '' && !taken.has(place)),
    missing: REQUIRED[type].filter((one) => !one.some((name) => places.has(name))),
    twice: [...twice],
  }
}
