import { sql } from 'kysely'

export const CODES_POSTAUX = ['00000', '11111', '12345', '99999']
export const TELEPHONES = [
  '0606060606',
  '0102030405',
  '0600000000',
  '0612345678',
  '0123456789',
  '1234567890',
]

/** Mailboxes typed for want of one: the name of none, or of the form. */
export const EMAIL_FACTICE = sql`lower(coalesce(email, '')) ~ ${sql.lit('^(no.?spam|aucune?|none|no.?e?.?mail|pas.?d.?(e.?)?mail|sans.?(e.?)?mail|inconnue?|unknown|n.?a|xx+|aaa+|e?.?mail|adresse|votre.?(e.?)?mail|your.?(e.?)?mail|neant|rien|abc)@')}`

/** Separators found in nearly every phone number. */
const SIGNES = ' .-/()+\u00A0\u202F'
const CHIFFRES = '0123456789'
const FINS = [...TELEPHONES, ...CHIFFRES.split('').map((chiffre) => chiffre.repeat(8))].map(
  (telephone) => telephone.slice(-8),
)

/**
 * A cheap prefilter that every dummy phone passes and nearly no other: a regexp per phone would take seconds. Phones
 * with other characters pass too.
 */
export const PEUT_ETRE_FACTICE = sql`(
  right(translate(phone, ${SIGNES}, ''), 8) = any(${FINS}::text[])
  or translate(phone, ${CHIFFRES + SIGNES}, '') <> ''
)`

/** The last nine digits of a phone, however it is spelt. */
export const FIN_DE_TELEPHONE = sql`right(translate(phone, ${SIGNES}, ''), 9)`

/** Whether these nine digits are somebody's. */
export const estVrai = (fin: ReturnType<typeof sql>) => sql`(
  length(${fin}) = 9 and ${fin} <> all(${TELEPHONES.map((telephone) => telephone.slice(-9))}::text[])
  and ${fin} !~ '(\\d)\\1{7}'
)`

/** Normalises a phone like C2. */
export const chiffresDe = (phone: string | null | undefined) =>
  phone?.replace(/\D/g, '').replace(/^(00)?33/, '0')

export const estFactice = (valeur: string) =>
  CODES_POSTAUX.includes(valeur) || TELEPHONES.includes(valeur) || /^0?(\d)\1{7,}$/.test(valeur)
