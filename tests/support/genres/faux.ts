import { type Fiche, type Kind, type Plant, type Verite, words } from '../corpus/plant'

/** Which of the three sets: two teach, the third judges. */
export type Lot = 0 | 1 | 2

type Card = Partial<Fiche> & { birthdate?: string }
const PEOPLE = [
  words('Odile/Renaudin, Marcel/Pothier, Inès/Gaudreau, Hugo/Lestrade, Maëva/Colin, Serge/Bonnard'),
  words('Lucette/Fabvre, Denis/Coulon, Salomé/Arnoux, Karim/Belhadj, Paule/Joffrin, Alexis/Rival'),
  words('Yvonne/Mazet, Gilles/Pujol, Clara/Besson, Tom/Lavigne, Aïda/Camara, Roger/Thouvenin'),
] as const
const split = (name: string): Card => {
  const [firstname = '', lastname = ''] = name.split('/')
  return { firstname, lastname }
}
const person = ({ random }: Plant, lot: Lot): Card => split(random.pick(PEOPLE[lot]))
const letters = ({ random }: Plant, length: number, of = 'bcdfghjklmnpqrstvwxz') =>
  Array.from({ length }, () => of.charAt(random.between(0, of.length - 1))).join('')
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const once = (
  plant: Plant,
  verite: Verite,
  card: Card,
  don: [number, (string | undefined)?, string?] = [5],
) => {
  const id = plant.card({ firstname: '', lastname: '', ...card }, verite)
  plant.give(id, don[0], don[1] ?? plant.day(2019, 2025), don[2] ?? 'WEB')
  return id
}

/** Names of a set each, which anybody sees at once. */
const noms =
  (...lots: [string, string, string]) =>
  (lot: Lot): Kind =>
  (plant, verite, at) => {
    const choices = lots[lot].split(' ; ')
    once(plant, verite, split(choices[at % choices.length] ?? ''), [plant.random.pick([1, 5, 10])])
  }

const cartes =
  (
    make: (plant: Plant, lot: Lot, at: number) => Card,
    don?: (plant: Plant, card: Card, at: number) => [number, (string | undefined)?, string?],
  ) =>
  (lot: Lot): Kind =>
  (plant, verite, at) => {
    const card = make(plant, lot, at)
    once(plant, verite, card, don?.(plant, card, at))
  }

/** Which anybody sees on the card. */
export const VISIBLES: Readonly<Record<string, (lot: Lot) => Kind>> = {
  'personnage de film ou de dessin animé': noms(
    'Mickey/Mouse ; Bart/Simpson ; Harry/Potter ; James/Bond',
    'Donald/Duck ; Homer/Simpson ; Luke/Skywalker ; Super/Mario',
    'Dark/Vador ; Peter/Parker ; Hermione/Granger ; Bob/L’Éponge',
  ),
  insulte: noms(
    'Va/Mourir ; Gros/Con ; Sale/Connard',
    'Nique/Ta Mère ; Fils/De Pute ; Petit/Merdeux',
    'Bande de/Voleurs ; Va te faire/Foutre ; Pauvre/Abruti',
  ),
  remplissage: noms(
    'Lorem/Ipsum ; Foo/Bar ; Abc/Abc',
    'Bla Bla/Bla ; Machin/Truc ; Abcd/Efgh',
    'Dolor/Sit Amet ; Tata/Titi ; Bidule/Chouette',
  ),
  'spécimen de formulaire': noms(
    'Donateur/Fictif ; Spécimen/Spécimen ; Prénom/Nom',
    'Exemple/Exemple ; Votre/Nom ; First Name/Last Name',
    'Monsieur/Untel ; Sample/Customer ; Nom de/Famille',
  ),
  'touches du clavier': noms(
    'auie/tsrn ; qsdf/jklm ; uiop/hjkl',
    'aoeu/dhtn ; wxcv/bn ; poiu/mlkj',
    'yxcv/bnm ; asdfgh/jkl ; eiua/nrst',
  ),
  'aucune lettre': noms(
    '..../.... ; 1/1 ; -/-',
    '??/?? ; 🙂/🙂 ; 0000/0000',
    '***/*** ; 42/007 ; ,/,,',
  ),
  'chiffres dans le nom': noms(
    'User8842/Martin ; Jean/12345 ; Anne99881/Roux',
    'Paul/75011 ; Client4471/Durand ; Eva2024/Petit',
    'Abo55021/Lopez ; Luc/998877 ; Guest1029/Roy',
  ),
  'balises et gabarits': noms(
    '<script>alert(1)</script>/x ; {{7*7}}/Dupont',
    "' OR 1=1 --/Martin ; <b>Jean</b>/Petit",
    '${jndi:ldap://x.y}/z ; Paul/"><img src=x onerror=alert(1)>',
  ),
  'adresse de site': noms(
    'http://bit.ly/3xKz/Gagnez',
    'www.gagne-argent.com/Cliquez ici',
    'Inscrivez-vous/casino-bonus.net',
  ),
  'publicité dans une autre écriture': noms(
    'Ищу/Девушку https://t.me/x9 ; Заработок/Быстро bit.ly/9a',
    '免费奖金/www.888bet.com ; 加微信/赚钱 t.cn/A6',
    'اربح المال/https://ar.win/9 ; Кредит/Онлайн zaim.ru',
  ),
  'robot, le même mot deux fois': noms(
    'RobertFaddy/RobertFaddy ; EdwardNop/EdwardNop',
    'JamesTog/JamesTog ; MarinaHig/MarinaHig',
    'KevinWhorn/KevinWhorn ; DavidUsexy/DavidUsexy',
  ),
  'lettres au hasard': cartes((plant) => ({
    firstname: capital(letters(plant, plant.random.between(5, 8))),
    lastname: capital(letters(plant, plant.random.between(5, 8))),
  })),
  'essai de l’équipe': noms(
    'Test/Test ; Essai/Paiement ; Demo/Don',
    'Recette/Site ; Testing/Formulaire ; Faux/Donateur',
    'Test2/Carte ; Toto/Essai ; Admin/Admin',
  ),
  'coordonnées de remplissage': cartes((plant, lot) => ({
    ...person(plant, lot),
    zip: ['00000', '99999', '11111'][lot] ?? '',
    phone: ['0000000000', '0123456789', '0600000000'][lot] ?? '',
    email: ['nospam@nospam.com', 'aucun@aucun.fr', 'none@none.com'][lot] ?? '',
  })),
  'domaine réservé': cartes((plant, lot, at) => ({
    ...person(plant, lot),
    email: `client${at}@${['example.com', 'test.invalid', 'example.org'][lot] ?? ''}`,
  })),
  'farce d’un million': cartes(
    (plant, lot) => person(plant, lot),
    (_plant, _card, at) => [1_000_000 * (at + 1), undefined],
  ),
}

/** Which only what they did betrays. */
export const CACHES: Readonly<Record<string, (lot: Lot) => Kind>> = {
  'dix dons en un jour': (lot) => (plant, verite) => {
    const id = once(plant, verite, person(plant, lot), [20, '2024-02-11'])
    for (let left = 10; left > 0; left -= 1) plant.give(id, 20 + left, '2024-02-11')
  },
  'neuf dons par jour, quatre jours': (lot) => (plant, verite) => {
    const id = once(plant, verite, person(plant, lot), [46, '2024-07-21'])
    for (const jour of ['2024-07-21', '2024-07-23', '2024-07-28', '2024-08-02'])
      for (let left = 9; left > 0; left -= 1) plant.give(id, 10 + left, jour)
  },
  'rien qu’un centime': (lot) => (plant, verite) => {
    const id = once(plant, verite, person(plant, lot), [0.01])
    plant.give(id, [0.01, 0.05, 0.1][lot] ?? 0, plant.day(2019, 2025))
  },
  'montant égal au code postal': cartes(
    (plant, lot) => ({ ...person(plant, lot), zip: ['35200', '69003', '31400'][lot] ?? '' }),
    (_plant, card) => [Number(card.zip)],
  ),
  'montant égal à la naissance': cartes(
    (plant, lot) => ({
      ...person(plant, lot),
      birthdate: ['1987-05-12', '1974-11-03', '1991-02-20'][lot] ?? '',
    }),
    (plant, { birthdate = '' }) => [
      plant.random.chance(0.5)
        ? Number(birthdate.slice(0, 4))
        : Number(birthdate.slice(8) + birthdate.slice(5, 7) + birthdate.slice(0, 4)) / 100,
    ],
  ),
  'montants qui montent d’un pas': cartes(
    (plant, lot) => person(plant, lot),
    (_plant, _card, at) => [1 + at * 0.5, '2024-10-21'],
  ),
  'un téléphone, dix noms': cartes((plant, lot, at) => ({
    firstname: 'Anne',
    lastname: capital(letters(plant, 3, 'aeiou') + letters(plant, 4, 'bdlmnr') + 'et'),
    zip: String(10_000 + at * 3_010),
    phone: ['0644718293', '0755210934', '0698123477'][lot] ?? '',
  })),
  'boîtes à étiquettes': cartes((plant, lot, at) => ({
    firstname: capital(letters(plant, 2, 'aeiou') + letters(plant, 2, 'lmnr') + 'e'),
    lastname: capital(letters(plant, 3, 'aeiou') + letters(plant, 4, 'bdlmnr') + 'ot'),
    zip: String(10_000 + at * 2_970),
    email: `${['paul.dvr', 'zoe.nkt', 'max.tvl'][lot]}+don${at}@gmail.com`,
  })),
  'un nom, une boîte neuve à chaque fois': cartes(
    (plant, lot) => ({
      ...split(['Marie/Durandal', 'Ethan/Fischmann', 'Olivia/Craneux'][lot] ?? ''),
      email: `${letters(plant, 8)}@gmail.com`,
      zip: '',
      city: '',
      phone: '',
    }),
    () => [3, '2024-04-09'],
  ),
  'boîtes numérotées': cartes(
    (plant, lot, at) => ({
      ...person(plant, lot),
      email: `${['roxanex', 'kilometre', 'pluvia'][lot]}${100 + at * 7}@gmail.com`,
    }),
    () => [10, '2024-09-18'],
  ),
  'essais de cartes volées, une nuit': cartes(
    (plant, lot) => ({
      ...person(plant, lot),
      email: `${letters(plant, 10, 'abcdefghijklmnopqrstuvwxyz0123456789')}@${['rambler.ru', 'qq.com', 'yandex.ru'][lot]}`,
      zip: '',
      city: '',
      phone: '',
    }),
    () => [1.06, '2024-03-27'],
  ),
  'domaine jetable': cartes((plant, lot, at) => ({
    ...person(plant, lot),
    email: `don${at}@${['yopmail.com', 'mailinator.com', 'guerrillamail.com'][lot]}`,
  })),
  'boîte de charabia, nom ordinaire': cartes(
    (plant, lot) => ({
      ...person(plant, lot),
      email: `${letters(plant, 11, 'abcdefghijklmnopqrstuvwxyz0123456789')}@qq.com`,
      zip: '',
      city: '',
      phone: '',
    }),
    (plant) => [1, plant.day()],
  ),
}
