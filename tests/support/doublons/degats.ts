import type { Random } from '../../../service/programs/demo/random'

const stripAccents = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ŁĐłđ]/g, (letter) => ({ Ł: 'L', Đ: 'D', ł: 'l', đ: 'd' })[letter] ?? letter)

const capitals = (text: string) =>
  text.toLowerCase().replace(/(^|[\s'’-])\p{L}/gu, (start) => start.toUpperCase())

const ECRITURES: readonly ((text: string, random: Random) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  stripAccents,
  (text) => stripAccents(text).toUpperCase(),
  capitals,
  (text) => text.replaceAll('-', ' '),
  (text) => text.replaceAll("'", '’'),
  (text) => text.replace(/['’]/g, ' '),
  (text) => text.replace(/(Œ|œ)/g, (letter) => (letter === 'Œ' ? 'Oe' : 'oe')),
  (text) => text.replace(/Saint(e?)[ -]/, 'St$1 '),
  (text) => text.normalize('NFD'),
  (text) => ` ${text.replaceAll(' ', '\u00a0 ')} `,
]

/** The same name as another person, or another program, writes it. */
export const recopier = (random: Random, name: string): string => {
  let written = name
  for (let times = random.between(1, 2); times > 0; times -= 1)
    written = ECRITURES[random.between(0, ECRITURES.length - 1)]?.(written, random) ?? written
  return written
}

/** A last name, with a title before it now and then. */
export const recopierNom = (random: Random, nom: string): string =>
  random.chance(0.05)
    ? `${random.pick(['M.', 'Mme', 'MME', 'Mlle', 'Dr', 'M. et Mme', 'Monsieur'])} ${recopier(random, nom)}`
    : random.chance(0.1)
      ? recopier(random, nom).replace(/^((?:le|el|de|ben|aït|d) )(?=\S+$)/i, (start) =>
          start.trim(),
        )
      : recopier(random, nom)

/** « J. », « J », « JP », « J.-P. ». */
export const initiales = (random: Random, prenom: string): string => {
  const letters = prenom.split(/[\s-]+/).map((part) => part.slice(0, 1).toUpperCase())
  return random.pick([letters.join(''), `${letters.join('.-')}.`, `${letters.join('. ')}.`])
}

export const recopierEmail = (random: Random, email: string): string =>
  random.pick([email, email.toUpperCase(), ` ${email}`, capitals(email), email.toLowerCase()])

/** Ten digits as people and spreadsheets write them. */
export const recopierTelephone = (random: Random, digits: string): string => {
  const pairs = digits.match(/../g) ?? []
  const rest = digits.slice(1)
  return random.pick([
    digits,
    pairs.join(' '),
    pairs.join('.'),
    pairs.join('-'),
    pairs.join('\u202f'),
    `+33${rest}`,
    `+33 ${rest.replace(/^(.)(..)(..)(..)(..)$/, '$1 $2 $3 $4 $5')}`,
    `+33 (0)${rest}`,
    `0033${rest}`,
    `33${rest}`,
    rest,
  ])
}

export const recopierCodePostal = (random: Random, zip: string): string =>
  random.pick([
    zip,
    zip,
    zip,
    zip.replace(/^0/, ''),
    `${zip.slice(0, 2)} ${zip.slice(2)}`,
    ` ${zip}`,
  ])

const FORMES = ['SARL', 'SAS', 'S.A.S.', 'SA', 'S.A.', 'SCI', 'EURL', 'S.A.R.L.', 'SASU', 'SNC']

/** A company's name with another legal form, before it, after it or none. */
export const autreForme = (random: Random, nom: string): string => {
  const forme = FORMES[random.between(0, FORMES.length - 1)] ?? ''
  return random.pick([
    `${forme} ${recopier(random, nom)}`,
    `${recopier(random, nom)} ${forme}`,
    recopier(random, nom),
  ])
}
