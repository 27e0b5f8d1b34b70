import { type Kind, type Plant, type Verite, words } from './plant'

const PRENOMS = words('Claire, Yves, Odile, Hervé, Muriel, Régis, Josiane, Fabien, Lucie, Gilles')
const NOMS = words(
  'Aubert, Carpentier, Huet, Jacquet, Lemoine, Maillard, Poirier, Rivière, Tessier, Vasseur',
)

type Names = readonly [firsts: [string, ...string[]], lasts: [string, ...string[]]]
const POLONAIS: Names = [
  words('Zbigniew, Krzysztof, Grzegorz, Małgorzata, Agnieszka, Jadwiga'),
  words(
    'Szczepański, Wrzesniewski, Krzyżanowski, Brzęczyszczykiewicz, Wojciechowska, Przybylski, Szymczak, Jędrzejczyk',
  ),
]
const BASQUES: Names = [
  words('Xabi, Maddi, Eneko, Itziar, Txomin, Amaia'),
  words(
    'Etxeberria, Etcheverry, Goikoetxea, Urrutikoetxea, Iparraguirre, Arretxe, Zubizarreta, Elizagoyhen',
  ),
]
const BRETONS: Names = [
  words('Gwenaël, Nolwenn, Tugdual, Goulc’hen, Katell, Ronan'),
  words(
    'Kerdreux, Pouliquen, Le Bihan, Floc’h, Quéméneur, Guivarc’h, Plouzennec, Cloarec, Troadec',
  ),
]
const VIETNAMIENS: Names = [
  words('Thị Hương, Văn Đức, Ngọc, Thuỷ, Phương, Quỳnh'),
  words('Nguyễn, Trần, Phạm, Huỳnh, Võ, Đặng, Ngô, Ưng'),
]
const TAMOULS: Names = [
  words('Krishnamurthy, Thirunavukkarasu, Selvaratnam, Vigneswaran, Lakshmi, Sivakumar'),
  words('Balasubramaniam, Kandasamy, Nadarajah, Rajendran, Sivapragasam, Thambirajah, Ponnambalam'),
]
const ARABES: Names = [
  words('Abdelkrim, Fatima-Zahra, Khadidja, Mhamed, Nour, Lkhdar'),
  words('Benabdallah, El Khoury, Bouchentouf, Bencheikh, Aït Lhaj, Mghari, Ould Kaddour, Bnou'),
]
const MALGACHES: Names = [
  words('Hanitriniaina, Ndriana, Voahirana, Tsiory, Mialy, Njaka'),
  words(
    'Rakotomalala, Andriamihaja, Razafindrakoto, Ramanantsoa, Rasolofoniaina, Andrianampoinimerina, Ratsimbazafy',
  ),
]
const SOCIETES = words(
  'Test-Achats, GIE Carte Bancaire, Essai & Fils, Laboratoire Test Plus, Demo Conseil, Le Faux Col, Azerty Informatique, SARL Toto',
)

const honest = (plant: Plant, verite: Verite, given: Parameters<Plant['card']>[0]) => {
  const id = plant.card(given, verite)
  for (let gift = plant.random.between(1, 3); gift > 0; gift -= 1)
    plant.give(id, plant.amount(), plant.day(), 'POSTAL')
  return id
}
const of =
  ([firsts, lasts]: Names): Kind =>
  (plant, verite) => {
    honest(plant, verite, {
      firstname: plant.random.pick(firsts),
      lastname: plant.random.pick(lasts),
    })
  }
const named = (plant: Plant) => ({
  firstname: plant.random.pick(PRENOMS),
  lastname: plant.random.pick(NOMS),
})
const NOTHING = { email: '', phone: '', zip: '', city: '' }

/** Honest donors who are easily taken for fakes, of twenty kinds. */
export const HONNETES: Readonly<Record<string, Kind>> = {
  'nom qui est un mot de test': (plant, verite) => {
    honest(plant, verite, {
      firstname: plant.random.pick(PRENOMS),
      lastname: plant.random.pick(words('Test, Essai, Faux, Demo, Toto, Null, Fake')),
    })
  },
  polonais: of(POLONAIS),
  basque: of(BASQUES),
  breton: of(BRETONS),
  vietnamien: of(VIETNAMIENS),
  tamoul: of(TAMOULS),
  arabe: of(ARABES),
  malgache: of(MALGACHES),
  'nom d’une lettre': (plant, verite) => {
    honest(plant, verite, {
      firstname: plant.random.pick(PRENOMS),
      lastname: plant.random.pick(words('O, Y, U, E, I')),
    })
  },
  'nom double': (plant, verite) => {
    const { firstname, lastname } = named(plant)
    honest(plant, verite, {
      firstname: `${firstname}-${plant.random.pick(PRENOMS)}`,
      lastname: `${lastname}-${plant.random.pick(NOMS)} de la Bretesche`,
    })
  },
  société: (plant, verite) => {
    honest(plant, verite, {
      firstname: '',
      lastname: plant.random.pick(SOCIETES),
      is_company: true,
      email: `contact${plant.random.between(1, 999)}@orange.fr`,
    })
  },
  religieuse: (plant, verite, at) => {
    honest(plant, verite, {
      firstname: plant.random.pick(words('Sœur Marie, Sœur Claire, Sr Agnès')),
      lastname: plant.random.pick(words('de Jésus, du Carmel, Saint-Jean, de la Croix')),
      email: '',
      phone: `02980000${10 + Math.floor(at / 6)}`,
    })
  },
  prêtre: (plant, verite, at) => {
    honest(plant, verite, {
      ...named(plant),
      firstname: plant.random.pick(words('Père Jean, Abbé Luc, P. Michel')),
      email: `paroisse${Math.floor(at / 5)}@orange.fr`,
    })
  },
  legs: (plant, verite) => {
    const { lastname } = named(plant)
    const id = plant.card(
      {
        firstname: '',
        lastname: `${plant.random.pick(words('Succession, Legs, Succession de Mme'))} ${lastname}`,
        ...NOTHING,
      },
      verite,
    )
    plant.give(id, plant.random.pick([12_000, 35_482.17, 80_000]), plant.day(), 'LEGS')
  },
  couple: (plant, verite) => {
    honest(plant, verite, {
      firstname: `${plant.random.pick(PRENOMS)} et ${plant.random.pick(PRENOMS)}`,
      lastname: plant.random.pick(NOMS),
    })
  },
  'dons mensuels saisis un même jour': (plant, verite) => {
    const id = plant.card(named(plant), verite)
    plant.monthly(id, plant.random.pick([3, 5, 10]), 2021, 12)
    for (let at = 0; at < 12; at += 1) plant.give(id, 5, '2022-12-30', 'PRLV')
  },
  'collecte d’enfants': (plant, verite) => {
    const id = plant.card({ firstname: '', lastname: `École ${plant.random.pick(NOMS)}` }, verite)
    for (const year of [2022, 2023, 2024])
      for (let at = 0; at < 6; at += 1)
        plant.give(id, plant.random.pick([1, 2, 3]), `${year}-06-20`, 'ECOLE')
  },
  tronc: (plant, verite) => {
    const id = plant.card(
      {
        firstname: '',
        lastname: plant.random.pick(words('Anonyme, Tronc, Quête, Don anonyme')),
        ...NOTHING,
      },
      verite,
    )
    for (const year of [2020, 2021, 2022, 2023])
      for (let at = 0; at < 12; at += 1)
        plant.give(id, plant.random.between(1, 40), `${year}-12-24`, 'TRONC')
  },
  'famille, une adresse': (plant, verite, at) => {
    honest(plant, verite, { ...named(plant), email: `famille${Math.floor(at / 6)}@free.fr` })
  },
  'fidèle à l’adresse jetable': (plant, verite) => {
    const { firstname, lastname } = named(plant)
    const id = plant.card(
      {
        firstname,
        lastname,
        email: `${firstname.toLowerCase()}@yopmail.com`,
        phone: plant.random.pick(['0606060606', plant.mobile()]),
      },
      verite,
    )
    plant.monthly(id, 10, 2020, 40)
  },
}
