import { type Kind, type Plant, type Verite, words } from './plant'

const TESTS = words('Test, Essai, Demo, Toto, Fake, Faux')
const FLEXIONS = words('Testeur, Tester, Testing, Essais, Testes, Testeuse, Demos, Fakes')
const CLAVIER = words(
  'Azerty, Qsdfg, Wxcvbn, Qwerty, Asdfgh, Sdfgh, Azert, Qsdfghj, Azeerty, Ytreza, Hgfdsq, Qwert',
)
const PHRASES: [[string, string], ...[string, string][]] = [
  ['Prénom', 'Nom'],
  ['John', 'Doe'],
  ['Jane', 'Doe'],
  ['Carte', 'Bancaire'],
  ['Ne pas', 'Utiliser'],
]
const JETABLES = words(
  'yopmail.com, mailinator.com, guerrillamail.com, trashmail.com, 10minutemail.com',
)
const RESERVES = words('example.com, example.org, exemple.test, a.invalid, localhost')
const ROLES = words('noreply, no-reply, webmaster, test, admin, demo, nepasrepondre')
const PRENOMS = words('Marc, Julie, Alice, Paul, Nadia, Serge, Laura, Denis, Emma, Louis')
const NOMS = words(
  'Moreau, Petit, Colin, Renard, Vidal, Picard, Giraud, Leclerc, Benoit, Rey, Caron, Arnaud',
)

const consonants = (plant: Plant) =>
  Array.from({ length: plant.random.between(5, 8) }, () =>
    plant.random.pick(words('q, x, z, k, w, j, v, p, g, b, d, t, f, h, m, r, s')),
  ).join('')
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const one = (
  plant: Plant,
  verite: Verite,
  given: Parameters<Plant['card']>[0],
  amount = plant.amount(),
) => {
  const id = plant.card(given, verite)
  plant.give(id, amount, plant.day())
  return id
}
const named = (plant: Plant) => ({
  firstname: plant.random.pick(PRENOMS),
  lastname: plant.random.pick(NOMS),
})
const NOTHING = { email: '', phone: '', zip: '', city: '' }
/** The excluded fake of that place, once for every few variants. */
const excludedOf = (plant: Plant, at: number) => {
  const fresh = at % 5 === 0
  if (fresh) {
    const id = plant.card({
      firstname: capital(consonants(plant)),
      lastname: 'Zorglub',
      phone: plant.mobile(),
    })
    plant.give(id, 10, plant.day())
    plant.corpus.exclus.push(id)
  }
  const id = plant.corpus.exclus.at(-1)
  const found = plant.corpus.fiches.find(({ contact_id }) => contact_id === id)
  if (!found) throw new RangeError('Personne n’est exclu.')
  return found
}

/** Fakes of twenty kinds: the set that the rules were made with. */
export const FAUX: Readonly<Record<string, Kind>> = {
  'mot de test, deux fois': (plant, verite) => {
    const lastname = plant.random.pick(TESTS)
    one(plant, verite, { firstname: plant.random.pick([lastname, 'Test', '']), lastname })
  },
  'mot de test fléchi': (plant, verite) => {
    const lastname = plant.random.pick(FLEXIONS)
    one(plant, verite, { firstname: plant.random.pick(['Test', lastname, 'test']), lastname })
  },
  'mot de test et chiffres': (plant, verite) => {
    const word = `${plant.random.pick(TESTS)}${plant.random.between(1, 999)}`
    one(plant, verite, { firstname: plant.random.pick([word, 'Jean', '']), lastname: word })
  },
  'lettres espacées ou répétées': (plant, verite) => {
    const lastname = plant.random.pick(
      words('t e s t, T E S T, e s s a i, aaaa, Xxxxx, bbbbbb, zzzz, f a k e'),
    )
    one(plant, verite, { firstname: plant.random.pick([lastname, 'aaa', 'X']), lastname })
  },
  'suite du clavier': (plant, verite) => {
    one(plant, verite, {
      firstname: plant.random.pick(CLAVIER),
      lastname: plant.random.pick(CLAVIER),
    })
  },
  'suite du clavier dans l’adresse': (plant, verite) => {
    const email = `${plant.random.pick(CLAVIER).toLowerCase()}${plant.random.between(1, 99)}@gmail.com`
    one(plant, verite, { ...named(plant), email })
  },
  'lettres au hasard': (plant, verite) => {
    one(plant, verite, {
      firstname: capital(consonants(plant)),
      lastname: capital(consonants(plant)),
    })
  },
  'adresse jetable': (plant, verite) => {
    one(plant, verite, {
      ...named(plant),
      email: `${consonants(plant)}@${plant.random.pick(JETABLES)}`,
    })
  },
  'adresse réservée': (plant, verite) => {
    one(plant, verite, {
      ...named(plant),
      email: `a${plant.random.between(1, 99)}@${plant.random.pick(RESERVES)}`,
    })
  },
  'boîte de fonction': (plant, verite) => {
    const role = plant.random.pick(ROLES)
    one(plant, verite, {
      firstname: capital(role),
      lastname: capital(role),
      email: `${role}@gmail.com`,
    })
  },
  'coordonnées factices': (plant, verite) => {
    const phone = plant.random.pick(words('0606060606, 06 12 34 56 78, 0102030405, 0000000000'))
    one(plant, verite, {
      ...named(plant),
      zip: plant.random.pick(words('00000, 99999, 12345')),
      phone,
    })
  },
  'texte du formulaire': (plant, verite) => {
    const [firstname, lastname] = plant.random.pick(PHRASES)
    one(plant, verite, { firstname, lastname })
  },
  'robot, un montant, adresses numérotées': (plant, verite, at) => {
    const id = plant.card({ ...named(plant), email: `user${1_000 + at * 7}@outlook.com` }, verite)
    plant.give(id, 10, at % 2 ? '2023-04-11' : '2023-04-12')
  },
  'robot, montants et heures variés': (plant, verite, at) => {
    const id = plant.card(
      { firstname: 'Kevin', lastname: 'Smith', email: `ksmith${at * 13}@gmail.com` },
      verite,
    )
    plant.give(id, plant.random.pick([5, 10, 20]), `2024-09-${at % 2 ? '03' : '04'}`)
  },
  'essai de carte, un contact': (plant, verite) => {
    const id = plant.card(named(plant), verite)
    const day = plant.day()
    const amount = plant.random.pick([0.5, 1, 2])
    for (let gift = plant.random.between(10, 25); gift > 0; gift -= 1) plant.give(id, amount, day)
  },
  'essai de carte, une vague': (plant, verite) => {
    const id = plant.card({ ...named(plant), ...NOTHING }, verite)
    plant.give(id, 1, '2022-05-17')
  },
  'variante : même adresse ou téléphone': (plant, verite, at) => {
    const { email, phone } = excludedOf(plant, at)
    one(plant, verite, { ...named(plant), ...(at % 2 ? { email } : { phone }) })
  },
  'variante : une lettre du nom': (plant, verite, at) => {
    const { firstname, lastname, zip } = excludedOf(plant, at)
    one(plant, verite, {
      firstname,
      lastname: at % 2 ? `${lastname}e` : lastname.replace('g', 'c'),
      zip,
    })
  },
  'montant fou': (plant, verite) => {
    one(
      plant,
      verite,
      { ...named(plant), ...NOTHING },
      plant.random.pick([9_999, 99_999.99, 5_555.55, 77_777]),
    )
  },
  'une adresse pour vingt-cinq noms': (plant, verite, at) => {
    one(plant, verite, {
      firstname: plant.random.pick(PRENOMS),
      lastname: `${plant.random.pick(NOMS)}-${capital(consonants(plant)).slice(0, 2)}${'aeiou'.charAt(at % 5)}l`,
      email: 'groupe@gmail.com',
    })
  },
}
