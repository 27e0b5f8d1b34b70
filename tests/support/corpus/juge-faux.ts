import { type Fiche, type Kind, type Plant, words } from './plant'

type Card = Partial<Fiche>
type Make = (plant: Plant, at: number) => Card

const PEOPLE = words(
  `Solange Brunel, Bruno Castaing, Edith Fabre, Maurice Gillet, Nora Belkacem, Tanguy Lorin, Irène Pasquier,
  Alban Crozet, Rachida Ouali, Cyril Delmotte, Paulette Oudin, Jordan Weber, Mireille Astier, Franck Bodin,
  Sabrina Leclercq, Norbert Guyot, Elsa Marchal, Victor Tournier, Ghislaine Rolland, Bastien Chauvin`,
)
const person: Make = ({ random }) => {
  const [firstname = '', lastname = ''] = random.pick(PEOPLE).split(' ')
  return { firstname, lastname }
}
/** Random letters, as from a hand laid on the keys. */
const mash = ({ random }: Plant, length: number) =>
  Array.from({ length }, () => 'bcdfghjklmnpqrstvwxz'.charAt(random.between(0, 19))).join('')
const from =
  (choices: [string, ...string[]]): Make =>
  ({ random }) => {
    const [firstname = '', lastname = ''] = random.pick(choices).split('/')
    return { firstname, lastname }
  }
/** One gift by each such contact. */
const once =
  (make: Make, ...more: Make[]): Kind =>
  (plant, verite, at) => {
    const card = [make, ...more].reduce<Card>((all, next) => ({ ...all, ...next(plant, at) }), {})
    const id = plant.card({ firstname: '', lastname: '', ...card }, verite)
    plant.give(id, plant.amount(), plant.day(2015, 2024), 'INTERNET')
  }
/** One gift each within two days. */
const burst =
  (make: Make, amounts: [number, ...number[]], days: [string, ...string[]]): Kind =>
  (plant, verite, at) => {
    const id = plant.card({ firstname: '', lastname: '', ...make(plant, at) }, verite)
    plant.give(id, plant.random.pick(amounts), plant.random.pick(days), 'INTERNET')
  }

const banned = new WeakMap<Plant, Fiche>()
/** A fake that somebody excluded, another for every eight variants. */
function bannedAt(plant: Plant, at: number): Fiche {
  const known = banned.get(plant)
  if (known && at % 8 > 0) return known
  const id = plant.card({
    firstname: 'Boris',
    lastname: plant.random.pick(words('Vandaloff, Kramermann, Spirkovic')),
    zip: '33000',
    phone: plant.mobile(),
    email: `${mash(plant, 9)}@gmail.com`,
  })
  plant.give(id, 5, plant.day(2015, 2024))
  plant.corpus.exclus.push(id)
  const fiche = plant.corpus.fiches.at(-1)
  if (!fiche) throw new RangeError('Personne n’est exclu.')
  banned.set(plant, fiche)
  return fiche
}

/** Fakes of twenty kinds that the rules' authors did not look at. */
export const FAUX: Readonly<Record<string, Kind>> = {
  'essais de recette': once(
    from(
      words(
        'TEST/TEST, test/essai, ESSAI/ESSAI, Demo/Test, /test, Test/, toto/toto, Toto/Test, fake/fake, FAUX/FAUX',
      ),
    ),
  ),
  'mots fléchis': once(
    from(
      words(
        'Testeur/Testeur, tester/test, TESTS/TESTS, Essais/Essai, testing/testing, Test/Testeuse',
      ),
    ),
  ),
  'mots numérotés': once(({ random }) => ({
    firstname: random.pick(words('test, Prenom, a')),
    lastname: `${random.pick(words('test, demo, toto, essai'))}${random.between(1, 40)}`,
  })),
  'une seule lettre, encore et encore': once(
    from(words('aaa/aaaa, ssss/ssss, Bbbbb/Bbbb, zzzzz/zzz, mmmm/mmmm, Hhhhh/Hhhh, eeee/eeee')),
  ),
  'mot éclaté': once(
    from(words('T E S T/t e s t, e s s a i/, /D E M O, t.e.s.t/t.e.s.t, T-E-S-T/x')),
  ),
  'rangée du clavier': once(
    from(
      words(
        'azertyui/azertyui, Qsdfghj/Klm, qwertz/azerty, poiuyt/mlkjh, wxcvb/wxcvb, Azertt/Qsdfgg, fghjkl/fghjkl, zxcvb/asdfg, dfghj/rtyui',
      ),
    ),
  ),
  'rangée dans l’adresse': once(person, ({ random }) => ({
    email: `${random.pick(words('azertyuiop, qsdfghj, poiuytr, qwertyui, wxcvbn, lkjhgf'))}@${random.pick(words('hotmail.fr, gmail.com'))}`,
  })),
  'main posée sur les touches': once((plant) => ({
    firstname: mash(plant, plant.random.between(5, 9)),
    lastname: mash(plant, plant.random.between(5, 10)),
  })),
  'domaine jetable': once(person, (plant) => ({
    email: `${mash(plant, 8)}@${plant.random.pick(words('yopmail.fr, sharklasers.com, getnada.com, maildrop.cc, mailnesia.com, tempmail.com'))}`,
  })),
  'domaine d’exemple': once(person, ({ random }) => ({
    email: `${random.pick(words('client, jean, a, contact'))}@${random.pick(words('example.net, example.com, www.example.com, local.test, site.invalid'))}`,
  })),
  'boîtes de service': once(person, ({ random }) => ({
    email: `${random.pick(words('noreply, ne-pas-repondre, no.reply, test.formulaire, postmaster, donotreply'))}@${random.pick(words('monsite.fr, gmail.com'))}`,
  })),
  'numéros et codes bidon': once(person, ({ random }) => ({
    phone: random.pick(words('06 06 06 06 06, 0600000000, +33612345678, 0123456789, 0999999999')),
    zip: random.pick(words('00000, 11111, 99999, 12345')),
  })),
  'consignes du formulaire': once(
    from(
      words(
        'Prénom/Nom, prenom/nom, John/Doe, JANE/DOE, Carte/Bancaire, Ne pas utiliser/Ne pas utiliser, Nom/Prénom, CARTE/BANCAIRE',
      ),
    ),
  ),
  'salve numérotée': burst(
    (plant, at) => ({ ...person(plant, at), email: `don.robot${at + 401}@outlook.fr` }),
    [20],
    ['2019-11-29', '2019-11-30'],
  ),
  'salve d’un seul nom': burst(
    (plant, at) => ({
      firstname: 'Ethan',
      lastname: 'Walker',
      email: `${mash(plant, 7)}${at}@hotmail.com`,
      phone: '',
    }),
    [5],
    ['2021-08-02'],
  ),
  'cartes volées, un compte': (plant, verite) => {
    const id = plant.card({ firstname: '', lastname: '', ...person(plant, 0) }, verite)
    const day = plant.day(2015, 2024)
    const amount = plant.random.pick([0.5, 0.99, 1, 1.5, 2])
    for (let left = plant.random.between(6, 30); left > 0; left -= 1)
      plant.give(id, amount, day, 'INTERNET')
  },
  'cartes volées, cent comptes': burst(
    (plant, at) => ({ ...person(plant, at), email: '', phone: '', zip: '', city: '' }),
    [2],
    ['2020-02-29'],
  ),
  'retour d’un exclu': once(person, (plant, at) => {
    const { email, phone } = bannedAt(plant, at)
    return at % 3 === 0 ? { phone } : { email }
  }),
  'exclu à une faute près': once((plant, at) => {
    const { firstname, lastname, zip } = bannedAt(plant, at)
    return {
      firstname: at % 4 === 0 ? `${firstname}s` : firstname,
      lastname: at % 4 === 0 ? lastname : lastname.slice(0, -1) + 'x',
      zip,
    }
  }),
  'sommes de fantaisie': (plant, verite, at) => {
    const id = plant.card(
      { firstname: '', lastname: '', ...person(plant, 0), email: '', phone: '', zip: '', city: '' },
      verite,
    )
    plant.give(
      id,
      [123_456.78, 8_888, 66_666, 99_999, 5_555, 111_111][at % 6] ?? 9_999,
      plant.day(2015, 2024),
      'INTERNET',
    )
  },
}
