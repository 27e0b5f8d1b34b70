import type { TypeFichier } from '#contract/imports'

/** How a field is parsed; one reader each in the imports' `values.ts`. */
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
    field('zip', 'texte', 'code_postal cp postal_code zipcode'),
    field('email', 'texte', 'mail courriel e-mail'),
    field('phone', 'texte', 'telephone tel mobile'),
    field('birthdate', 'naissance', 'date_naissance naissance'),
    field('civility', 'texte', 'civilite titre'),
    field('is_company', 'booleen', 'societe entreprise personne_morale'),
  ],
}

/**
 * In a file of donors, what a company's name may be headed: where that cell is filled, it is the last name, and the
 * donor a company.
 */
export const RAISON_SOCIALE: readonly string[] = ['company', 'raison_sociale']

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
