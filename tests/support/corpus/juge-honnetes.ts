import { type Fiche, type Kind, type Plant, words } from './plant'

const FIRSTS = words(
  'Thibault, Armelle, Gaston, Viviane, Lionel, Séverine, Raoul, Ginette, Anselme, Corinne, Basile, Huguette',
)
const LASTS = words(
  'Delorme, Pruvost, Texier, Granier, Bouvet, Lacroix, Hamelin, Teixeira, Sauvage, Rigaud, Chartier, Vallet',
)

const letters = (choices: string): [string, ...string[]] => words(choices)
const some = ({ random }: Plant) => ({
  firstname: random.pick(FIRSTS),
  lastname: random.pick(LASTS),
})
/** Gives one to five times, by post or on the web. */
function giver(plant: Plant, verite: Parameters<Kind>[1], card: Partial<Fiche>): string {
  const id = plant.card({ firstname: '', lastname: '', ...card }, verite)
  for (let left = plant.random.between(1, 5); left > 0; left -= 1)
    plant.give(
      id,
      plant.amount(),
      plant.day(2015, 2024),
      plant.random.pick(letters('COURRIER, INTERNET')),
    )
  return id
}
const people =
  (choices: string): Kind =>
  (plant, verite) => {
    const [firstname = '', lastname = ''] = plant.random.pick(letters(choices)).split('/')
    giver(plant, verite, { firstname, lastname })
  }
const bare = { email: '', phone: '', zip: '', city: '' }

/** Honest donors of twenty odd kinds that the rules' authors did not look at. */
export const HONNETES: Readonly<Record<string, Kind>> = {
  'vrais noms d’essai': people(
    'Raymond/Test, Colette/Essai, Guy/Faux, Irma/Toto, Bernard/Demo, Suzanne/Fake, Léon/Null, Paul/Tester, Alma/Testa, Rémi/Dutest',
  ),
  Pologne: people(
    'Bogdan/Chrząszcz, Władysław/Strzelczyk, Grażyna/Krzemińska, Mieczysław/Trzciński, Katarzyna/Zdrojewska, Zdzisława/Wierzbicki, Jerzy/Szczygieł',
  ),
  'Pays basque': people(
    'Beñat/Irigoyen, Ximun/Bidegaray, Oihana/Haritschelhar, Peio/Etchegoyhen, Argitxu/Urruty, Jokin/Uhalde',
  ),
  Bretagne: people(
    'Corentin/Kerbrat, Awena/Le Dréau, Herveig/Quiniou, Gwendal/Pennec, Tifenn/Kervarrec, Malo/Coatmellec, Yuna/Plouhinec',
  ),
  Vietnam: people('Thị Lan/Dương, Quốc/Lý, Xuân/Vũ, Khánh/Hồ, Như/Đỗ, Tuấn/Bùi, Nghĩa/Trương'),
  'pays tamoul': people(
    'Muthukrishnan/Arumugam, Shanmugapriya/Velayutham, Thangavel/Chelvanayakam, Anbuselvan/Pathmanathan, Jeyakumar/Thirugnanasampanthar',
  ),
  'monde arabe': people(
    'Lhoussaine/Aït Mbarek, Abderrahmane/Benkhalfallah, Hssaine/Ouhmmou, Zhor/Tlemçani, Mbarka/Bnabdeljalil, Ghizlane/Lghoul',
  ),
  Madagascar: people(
    'Tsiresy/Randrianarisoa, Nomenjanahary/Rabemananjara, Mamitiana/Rajaonarimampianina, Njara/Andrianantenaina, Fy/Ravelojaona',
  ),
  'noms très courts': people('Li/O, An/Y, Jo/U, Na/Ô, Bo/E, Al/A, Ky/L'),
  'noms à rallonge': people(
    'Marie-Charlotte/de Montalembert d’Essé, Anne-Sophie/Le Roy de La Chohinière, Charles-Édouard/Guigou-Test, Jean-Loup/Petit-Demo, Marie-Ange/Dupuy-Lacaze',
  ),
  entreprises: (plant, verite) => {
    giver(plant, verite, {
      lastname: plant.random.pick(
        letters(
          'Contrôle Test SAS, Crash-Test Center, Faux Plafonds Services, Essai Automobile, Demo Nord, Qwerty Studio, Imprimerie BCBDR, GIE Cartes Bancaires',
        ),
      ),
      is_company: true,
    })
  },
  couvents: (plant, verite, at) => {
    giver(plant, verite, {
      firstname: plant.random.pick(letters('Sœur, Sr, Sœur Anne')),
      lastname: plant.random.pick(
        letters('Bénédicte, Myriam, Emmanuel, Thérèse-Marie, du Saint-Sacrement'),
      ),
      email: `prieure${Math.floor(at / 7)}@orange.fr`,
      phone: '',
    })
  },
  'curés et frères': (plant, verite) => {
    giver(plant, verite, {
      firstname: plant.random.pick(letters('Père, Abbé, Frère, Mgr, Dom')),
      lastname: plant.random.pick(LASTS),
      email: '',
    })
  },
  'legs et notaires': (plant, verite) => {
    const id = plant.card(
      {
        firstname: '',
        lastname: `${plant.random.pick(letters('Succession, Legs de, Étude de Maître, Hoirie'))} ${plant.random.pick(LASTS)}`,
        ...bare,
      },
      verite,
    )
    plant.give(id, plant.random.pick([15_000, 48_210.5, 120_000]), plant.day(2015, 2024), 'NOTAIRE')
  },
  couples: (plant, verite) => {
    const { firstname, lastname } = some(plant)
    giver(plant, verite, {
      firstname: `${firstname} & ${plant.random.pick(FIRSTS)}`,
      lastname: `M. et Mme ${lastname}`,
    })
  },
  'prélèvements saisis en bloc': (plant, verite) => {
    const id = plant.card(some(plant), verite)
    plant.monthly(id, 4, 2018, 24)
    for (let left = 11; left > 0; left -= 1) plant.give(id, 4, '2020-01-31', 'PRLV')
  },
  'classes et patronages': (plant, verite) => {
    const id = plant.card(
      { firstname: '', lastname: `Collège ${plant.random.pick(LASTS)}` },
      verite,
    )
    for (const year of [2021, 2022, 2023])
      for (let left = 7; left > 0; left -= 1) plant.give(id, 2, `${year}-03-15`, 'ECOLE')
  },
  'boîtes et quêtes': (plant, verite) => {
    const id = plant.card(
      {
        firstname: '',
        lastname: plant.random.pick(
          letters('Quêtes, Donateurs anonymes, Divers, Tronc de l’entrée'),
        ),
        ...bare,
      },
      verite,
    )
    for (let year = 2015; year < 2025; year += 1)
      for (let left = 15; left > 0; left -= 1)
        plant.give(id, plant.random.between(1, 20), `${year}-04-10`, 'TRONC')
  },
  'parents et enfants': (plant, verite, at) => {
    giver(plant, verite, { ...some(plant), phone: `04780000${10 + Math.floor(at / 5)}`, email: '' })
  },
  'vieux habitués': (plant, verite) => {
    const { firstname, lastname } = some(plant)
    const id = plant.card(
      {
        firstname,
        lastname,
        email: `${firstname.toLowerCase()}@mailinator.com`,
        zip: plant.random.pick(letters('00000, 44000')),
      },
      verite,
    )
    for (let year = 2017; year < 2025; year += 1)
      plant.give(
        id,
        plant.random.pick([1_111, 30, 50]),
        `${year}-12-0${plant.random.between(1, 9)}`,
        'COURRIER',
      )
  },
}
