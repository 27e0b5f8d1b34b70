import { dire, type Lot, type Paire, type Quidam, type Tirage } from './quidam'

const COURANTS: Record<Lot, readonly [string, ...string[]]> = {
  0: ['Jean/Martin', 'Marie/Bernard', 'Michel/Petit'],
  1: ['Pierre/Durand', 'Marie/Thomas', 'Françoise/Robert'],
  2: ['Philippe/Moreau', 'Nathalie/Dubois', 'Alain/Richard'],
}
const MIXTES: Record<Lot, readonly [string, ...string[]]> = {
  0: ['Camille', 'Claude'],
  1: ['Dominique', 'Alex'],
  2: ['Sacha', 'Maxime', 'Stéphane'],
}
const PRESQUE: Record<Lot, readonly [string, ...string[]]> = {
  0: ['Michel/Michèle', 'Julien/Julie', 'Gabriel/Gabrielle'],
  1: ['Daniel/Danièle', 'Lucien/Lucie', 'Marcel/Marcelle'],
  2: ['Emmanuel/Emmanuelle', 'Martin/Martine', 'Jules/Julie'],
}
const COMMUNES: Record<Lot, readonly [string, ...string[]]> = {
  0: ['secretariat', 'paroisse'],
  1: ['presbytere', 'accueil'],
  2: ['communaute', 'ehpad'],
}
const AUCUNES: Record<Lot, readonly [string, ...string[]]> = {
  0: ['nomail@gmail.com', 'aucun@aucun.fr'],
  1: ['noreply@orange.fr', 'pasdemail@free.fr'],
  2: ['contact@inconnu.fr', 'xxx@xxx.fr'],
}

const deux = (parts: string) => parts.split('/') as [string, string]

/** Two of one family who live together: the same name and place. */
const parent = (tirage: Tirage, who: Quidam, given: Partial<Quidam> = {}): Quidam =>
  tirage.quidam({ lastname: who.lastname, zip: who.zip, ...given })

/** Kinds of two who are not the same. */
export const AUTRES: Readonly<Record<string, Paire>> = {
  'père et fils, naissances différentes': (tirage) => {
    const who = tirage.quidam({ genre: 'M' })
    const son = parent(tirage, who, {
      firstname: who.firstname,
      birthdate: tirage.jour(1991, 2004),
    })
    return [dire(who, ['email', 'birthdate', 'zip']), dire(son, ['email', 'birthdate', 'zip'])]
  },
  'père et fils, ni e-mail ni mobile communs': (tirage) => {
    const who = tirage.quidam({ genre: 'M' })
    const son = parent(tirage, who, { firstname: who.firstname })
    return [dire(who, ['email', 'phone', 'zip']), dire(son, ['email', 'phone', 'zip'])]
  },
  jumeaux: (tirage) => {
    const who = tirage.quidam()
    const other = parent(tirage, who, { birthdate: who.birthdate, fixe: who.fixe })
    const [a, b] = deux(tirage.random.pick(PRESQUE[tirage.lot]))
    return [
      dire({ ...who, firstname: a }, ['fixe', 'birthdate', 'zip']),
      dire({ ...other, firstname: b }, ['fixe', 'birthdate', 'zip']),
    ]
  },
  'couple, une boîte': (tirage) => {
    const who = tirage.quidam({ genre: 'M' })
    const wife = parent(tirage, who, { genre: 'F', email: who.email })
    return [dire(who, ['email', 'zip', 'civility']), dire(wife, ['email', 'zip', 'civility'])]
  },
  'couple, une boîte, initiale de l’autre': (tirage) => {
    const who = tirage.quidam({ genre: 'M', firstname: 'Marc' })
    const wife = parent(tirage, who, { genre: 'F', firstname: 'Marie', email: who.email })
    return [
      dire(who, ['email', 'zip', 'civility'], { firstname: 'M' }),
      dire(wife, ['email', 'zip', 'civility']),
    ]
  },
  'couple, un mobile, initiale de l’autre': (tirage) => {
    const who = tirage.quidam({ genre: 'M', firstname: 'Jacques' })
    const wife = parent(tirage, who, { genre: 'F', firstname: 'Jeanne', phone: who.phone })
    return [
      dire(who, ['phone', 'zip', 'civility'], { firstname: 'J.' }),
      dire(wife, ['phone', 'zip', 'civility']),
    ]
  },
  'couple au nom double, une boîte': (tirage) => {
    const who = tirage.quidam({ genre: 'M' })
    const wife = parent(tirage, who, {
      genre: 'F',
      email: who.email,
      lastname: `${tirage.quidam().lastname}-${who.lastname}`,
    })
    return [dire(who, ['email', 'zip', 'civility']), dire(wife, ['email', 'zip', 'civility'])]
  },
  'frère et sœur, prénoms à une lettre, un fixe': (tirage) => {
    const who = tirage.quidam()
    const [a, b] = deux(tirage.random.pick(PRESQUE[tirage.lot]))
    const other = parent(tirage, who, { fixe: who.fixe })
    return [
      dire({ ...who, firstname: a }, ['fixe', 'zip'], { civility: 'M.' }),
      dire({ ...other, firstname: b }, ['fixe', 'zip'], { civility: 'Mme' }),
    ]
  },
  'frère et sœur, initiale': (tirage) => {
    const who = tirage.quidam({ genre: 'F', firstname: 'Julie' })
    const other = parent(tirage, who, { genre: 'M', firstname: 'Jean' })
    return [
      dire(who, ['email', 'zip', 'civility'], { firstname: 'J' }),
      dire(other, ['email', 'zip', 'civility']),
    ]
  },
  'deux sociétés d’un groupe': (tirage) => {
    const { lastname, zip, email } = tirage.quidam()
    return [
      { lastname: `SCI ${lastname}`, zip, email, is_company: true },
      { lastname: `SARL ${lastname}`, zip, email, is_company: true },
    ]
  },
  'société et son gérant, une boîte': (tirage) => {
    const who = tirage.quidam()
    return [dire(who, ['email', 'zip'], { is_company: true }), dire(who, ['email', 'zip'])]
  },
  'société du nom du gérant, même code postal': (tirage) => {
    const who = tirage.quidam()
    return [
      { lastname: `SARL ${who.lastname}`, zip: who.zip, email: who.email, is_company: true },
      dire(who, ['zip', 'email']),
    ]
  },
  'Anne et Anne-Marie, même code postal': (tirage) => {
    const who = tirage.quidam({ genre: 'F', firstname: 'Anne' })
    const other = parent(tirage, who, { genre: 'F', firstname: 'Anne-Marie' })
    return [dire(who, ['email', 'phone', 'zip']), dire(other, ['email', 'phone', 'zip'])]
  },
  'un prénom des deux, M. et Mme': (tirage) => {
    const who = tirage.quidam({ genre: 'M', firstname: tirage.random.pick(MIXTES[tirage.lot]) })
    const other = parent(tirage, who, { genre: 'F', firstname: who.firstname })
    return [dire(who, ['email', 'zip', 'civility']), dire(other, ['email', 'zip', 'civility'])]
  },
  'Jean-Pierre et Jean-Paul': (tirage) => {
    const who = tirage.quidam({ genre: 'M', firstname: 'Jean-Pierre' })
    const other = parent(tirage, who, { genre: 'M', firstname: 'Jean-Paul' })
    return [dire(who, ['email', 'phone', 'zip']), dire(other, ['email', 'phone', 'zip'])]
  },
  'Thomas David et David Thomas, même code postal': (tirage) => {
    const [firstname, lastname] = deux(
      tirage.random.pick(['Thomas/David', 'Martin/Simon', 'Laurent/Vincent', 'Denis/Nicolas']),
    )
    const who = tirage.quidam({ genre: 'M', firstname, lastname })
    const other = tirage.quidam({ firstname: lastname, lastname: firstname, zip: who.zip })
    return [dire(who, ['email', 'phone', 'zip']), dire(other, ['email', 'phone', 'zip'])]
  },
  'boîte de l’assistante': (tirage) => {
    const who = tirage.quidam()
    const other = tirage.quidam({ zip: who.zip, email: who.email })
    return [dire(who, ['email', 'zip']), dire(other, ['email', 'zip'])]
  },
  'mobile passé à une autre': (tirage) => {
    const who = tirage.quidam({ genre: 'F', firstname: 'Paulette' })
    const other = tirage.quidam({ firstname: 'Laura', lastname: who.lastname, phone: who.phone })
    return [dire(who, ['phone', 'zip']), dire(other, ['phone', 'zip'])]
  },
  'homonymes d’une ville, nom courant': (tirage) => {
    const [firstname, lastname] = deux(tirage.random.pick(COURANTS[tirage.lot]))
    const who = tirage.quidam({ firstname, lastname })
    const other = tirage.quidam({ firstname, lastname, zip: who.zip })
    const third = tirage.quidam({ firstname, lastname })
    return [
      dire(who, ['email', 'zip']),
      dire(other, ['phone', 'zip']),
      dire(third, ['email', 'zip']),
    ]
  },
  'homonymes de deux villes': (tirage) => {
    const who = tirage.quidam()
    const other = tirage.quidam({ firstname: who.firstname, lastname: who.lastname })
    return [dire(who, ['email', 'phone', 'zip']), dire(other, ['email', 'phone', 'zip'])]
  },
  'anonymes d’un code postal': (tirage) => {
    const zip = tirage.zip()
    const lastname = tirage.random.pick(['Anonyme', 'Quête', 'Donateur'])
    return [
      { lastname, zip },
      { lastname, zip },
    ]
  },
  'homonymes, un e-mail pour aucun': (tirage) => {
    const who = tirage.quidam({ email: tirage.random.pick(AUCUNES[tirage.lot]) })
    const other = tirage.quidam({
      firstname: who.firstname,
      lastname: who.lastname,
      email: who.email,
    })
    return [dire(who, ['email', 'zip']), dire(other, ['email', 'zip'])]
  },
  'homonymes, un téléphone pour aucun': (tirage) => {
    const phone = tirage.random.pick(['0600000000', '0612345678', '0606060606'])
    const who = tirage.quidam({ phone })
    const other = tirage.quidam({ firstname: who.firstname, lastname: who.lastname, phone })
    return [dire(who, ['phone', 'zip']), dire(other, ['phone', 'zip'])]
  },
  'mairie et son CCAS, une boîte': (tirage) => {
    const { lastname, zip, email } = tirage.quidam()
    return [
      { lastname: `Mairie de ${lastname}`, zip, email, is_company: true },
      { lastname: `CCAS ${lastname}`, zip, email, is_company: true },
    ]
  },
  'homonymes d’une maison, une boîte de tous': (tirage) => {
    const { random, lot } = tirage
    const email = `${random.pick(COMMUNES[lot])}${tirage.chiffres()}@maison.org`
    const who = tirage.quidam({ email })
    const one = (lastname?: string) =>
      dire(tirage.quidam({ email, ...(lastname && { lastname, firstname: who.firstname }) }), [
        'email',
        'birthdate',
      ])
    return [dire(who, ['email']), { ...one(who.lastname), birthdate: '' }, one(), one(), one()]
  },
  'mère et fille, prénoms de même début': (tirage) => {
    const who = tirage.quidam({ genre: 'F', firstname: 'Marie' })
    const other = parent(tirage, who, { genre: 'F', firstname: 'Marion', fixe: who.fixe })
    return [dire(who, ['fixe', 'zip', 'civility']), dire(other, ['fixe', 'zip', 'civility'])]
  },
  'cousins nés un même jour, noms différents': (tirage) => {
    const who = tirage.quidam()
    const other = tirage.quidam({ firstname: who.firstname, birthdate: who.birthdate })
    return [dire(who, ['birthdate', 'zip']), dire(other, ['birthdate', 'zip'])]
  },
  'collègues, la boîte du service': (tirage) => {
    // Two of one name whose box bears it would be no two.
    const who = tirage.quidam({ genre: 'F' })
    const other = tirage.quidam({ genre: 'M', lastname: who.lastname, email: who.email })
    return [dire(who, ['email', 'zip']), dire(other, ['email', 'zip'])]
  },
  'belle-mère et bru, un fixe': (tirage) => {
    const who = tirage.quidam({ genre: 'F', firstname: 'Monique' })
    const other = parent(tirage, who, { genre: 'F', firstname: 'Sandrine', fixe: who.fixe })
    return [dire(who, ['fixe', 'zip']), dire(other, ['fixe', 'zip'])]
  },
}
