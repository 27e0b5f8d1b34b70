/** Postal codes of another department than their first digits say. */
const AILLEURS = new Map(
  Object.entries({
    '03': '42620',
    '04': '05110 05130 05160 06260',
    '07': '48250',
    '15': '43450',
    '18': '36260 18120',
    '24': '33220',
    '26': '05700',
    '38': '73670',
    '39': '01410 39310 01590',
    '51': '52100',
    '71': '21340',
    '74': '01200',
    '83': '13780',
    '86': '37160',
    '91': '94390',
    '977': '97133',
    '978': '97150',
  }).flatMap(([departement, codes]) =>
    codes.split(' ').map((code) => [code, departement] as const),
  ),
)

/** Where a postal code is, found without SQL and without a line of the service. */
export function departementDe(written: string | null | undefined): string {
  const text = Array.from(written ?? '')
    .filter((letter) => letter.trim() !== '' && letter !== '\u200B')
    .join('')
    .toUpperCase()
  const [digits = '', ending, ...more] = text.split('CEDEX')
  if (more.length > 0) return 'inconnu'
  const isNumber = (one: string) =>
    Array.from(one).every((letter) => letter >= '0' && letter <= '9')
  if (!isNumber(digits) || !isNumber(ending ?? '') || ![4, 5].includes(digits.length))
    return 'inconnu'
  const code = digits.length === 4 ? `0${digits}` : digits
  const elsewhere = AILLEURS.get(code)
  if (elsewhere !== undefined) return elsewhere
  const [two, three] = [Number(code.slice(0, 2)), Number(code.slice(0, 3))]
  if (two === 20) return Number(code) < 20_200 ? '2A' : '2B'
  if (two >= 1 && two <= 95) return code.slice(0, 2)
  return (three >= 971 && three <= 976) || (three >= 986 && three <= 988) ? `${three}` : 'inconnu'
}
