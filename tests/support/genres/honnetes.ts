import { type Fiche, type Kind, type Plant, type Verite, words } from '../corpus/plant'
import type { Lot } from './faux'

const split = (name: string): Partial<Fiche> => {
  const [firstname = '', lastname = ''] = name.split('/')
  return { firstname, lastname }
}

type Don = [number, (string | undefined)?, string?]
const honest = (plant: Plant, verite: Verite, card: Partial<Fiche>, dons?: readonly Don[]) => {
  const id = plant.card({ firstname: '', lastname: '', ...card }, verite)
  const given =
    dons ?? Array.from({ length: plant.random.between(1, 3) }, (): Don => [plant.amount()])
  for (const [montant, jour, media] of given)
    plant.give(
      id,
      montant,
      jour ?? plant.day(2018, 2025),
      media ?? plant.random.pick(['WEB', 'CHEQUE']),
    )
}

const noms =
  (...lots: [string, string, string]) =>
  (lot: Lot): Kind =>
  (plant, verite, at) => {
    const choices = words(lots[lot])
    honest(plant, verite, split(choices[at % choices.length] ?? ''))
  }

const societes =
  (...lots: [string, string, string]) =>
  (lot: Lot): Kind =>
  (plant, verite, at) => {
    const choices = words(lots[lot])
    honest(plant, verite, { lastname: choices[at % choices.length] ?? '', is_company: true }, [
      [250],
    ])
  }

const FAMILLES = words(
  'Martin, Dubois, Moreau, Lefèvre, Girard, Roussel, Blanchard, Guérin, Boyer, Perrin, Masson, Caron, Noël, Dumas, Leroux, Picard, Renaud, Colas, Hamon, Vasseur, Joly, Lacombe, Mallet, Prévost, Gomez',
)
const PRENOMS = words('Jeannine, Yves, Odette, Marcel, Suzanne, Henri, Simone, André, Lucie, Paul')

/** Neighbours under one roof, whose coordinates are the roof's. */
const toit =
  (card: (lot: Lot) => Partial<Fiche>, don: (plant: Plant) => Don) =>
  (lot: Lot): Kind =>
  (plant, verite, at) =>
    honest(
      plant,
      verite,
      {
        firstname: plant.random.pick(PRENOMS),
        lastname: FAMILLES[at % FAMILLES.length] ?? '',
        ...card(lot),
      },
      [don(plant)],
    )

const BARE = { email: '', phone: '', zip: '', city: '' }

export const HONNETES: Readonly<Record<string, (lot: Lot) => Kind>> = {
  'maison de retraite': toit(
    (lot) => ({
      email:
        ['accueil@ehpad-tilleuls.fr', 'direction@residence-pins.fr', 'ehpad.leslilas@orange.fr'][
          lot
        ] ?? '',
      phone: ['0299887766', '0241556677', '0561442233'][lot] ?? '',
      zip: ['35700', '49300', '31200'][lot] ?? '',
    }),
    (plant) => [30, plant.day(), 'CHEQUE'],
  ),
  'presbytère pour adresse': toit(
    (lot) => ({
      email:
        ['paroisse.saintjean@wanadoo.fr', 'cure.stpierre@orange.fr', 'presbytere@diocese31.fr'][
          lot
        ] ?? '',
      phone: ['0240112233', '0241987654', '0561998877'][lot] ?? '',
      zip: ['44000', '49280', '31000'][lot] ?? '',
    }),
    (plant) => [plant.random.pick([10, 20]), plant.day(), 'ESPECES'],
  ),
  'parents d’une école': toit(
    (lot) => ({ email: '', phone: '', zip: ['38000', '49340', '31300'][lot] ?? '' }),
    () => [5, '2024-06-21', 'ESPECES'],
  ),
  'spectateurs d’une soirée': toit(
    () => ({ zip: '', city: '', phone: '' }),
    () => [2, '2024-12-07', 'SMS'],
  ),
  'quête d’un jour, en espèces': toit(
    () => BARE,
    () => [5, '2024-10-04', 'ESPECES'],
  ),
  Pologne: noms(
    'Krzysztof/Szczepański, Zbigniew/Krzyżanowski, Grzegorz/Brzęczyszczykiewicz',
    'Władysław/Strzelczyk, Bożena/Grzybowska, Zdzisław/Chrzanowski',
    'Przemysław/Wszołek, Jadwiga/Trzebiatowska, Mścisław/Szpak',
  ),
  Vietnam: noms(
    'Thị Ngọc/Nguyễn, Đức/Ngô, Phương/Đặng',
    'Quỳnh/Lý, Khánh/Hồ, Nghĩa/Trịnh',
    'Ánh/Phạm, Bích/Đoàn, Thuận/Vương',
  ),
  Tamoul: noms(
    'Thevarajah/Sivasubramaniam, Kanthasamy/Thiruchelvam, Nadarajah/Paramanathan',
    'Jeyakumar/Thirugnanasampanthar, Velupillai/Shanmuganathan, Kirubakaran/Arulpragasam',
    'Puvaneswary/Balasubramaniam, Yogeswaran/Kandiahpillai, Sathasivam/Muttulingam',
  ),
  Madagascar: noms(
    'Hery/Rakotomalala, Voahangy/Andriamanantena, Fenosoa/Razafimandimby',
    'Tojo/Randriambololona, Lova/Ratsimbazafy, Miora/Andrianaivoarivony',
    'Zo/Rakotondrainibe, Ny Aina/Ramanantsoa, Haingo/Razanadrakoto',
  ),
  'Slaves du Sud, peu de voyelles': noms(
    'Hrvoje/Grgić, Srđan/Krstić, Zdrn/Vlk',
    'Mrđan/Brkljač, Krk/Štrk, Vlk/Smrž',
    'Trpimir/Grgurić, Strč/Prst, Brđo/Crnković',
  ),
  'cyrillique, grec, arabe, chinois': noms(
    'Ольга/Петрова, Γιώργος/Παπαδόπουλος, 李/娜',
    'Іван/Шевченко, محمد/العلوي, 王/芳',
    'Мария/Иванова, فاطمة/بن علي, Ελένη/Γεωργίου',
  ),
  'noms d’une lettre': noms('O/Ô, Y/U, A/Li', 'I/O, Éo/U, An/E', 'U/Ba, Y/Ly, Ô/An'),
  'particules et rallonges': noms(
    'Anne-Sophie/de La Tour d’Auvergne-Lauraguais, Charles/de Montalembert d’Essé',
    'Marie-Aliénor/Le Roy de La Chohinière, Jean/d’Ô',
    'Guy/du Plessis de Grenédan, Ombeline/van der Straten Ponthoz',
  ),
  'vrais noms d’essai': noms(
    'Sophie/Test, Antoine/Demo, Irma/Toto',
    'Raymond/Faux, Colette/Essai, Luc/Fake',
    'Alma/Testa, Guy/Test, Léon/Null',
  ),
  'vrais noms de personnages': noms(
    'Michel/Bond, Claude/Potter, Marie/Simpson',
    'Jean/Parker, Odile/Duck, Paul/Mario',
    'Luc/Granger, Anne/Vador, Pierre/Mouse',
  ),
  'vrais noms qui font sourire': noms(
    'Jean/Cocu, Marie/Connard, Luc/Bidon',
    'Guy/Salaud, Anne/Labitte, Paul/Boudin',
    'Rose/Merdrignac, Yves/Putot, Zoé/Conard',
  ),
  'nom et prénom pareils': noms(
    'Martin/Martin, Thomas/Thomas',
    'Bernard/Bernard, Simon/Simon',
    'Robert/Robert, Vincent/Vincent',
  ),
  initiales: noms('J./D., M./L.', 'A./B., P.-M./R.', 'F./N., C./V.'),
  'titres et religieux': noms(
    'Sœur Marie-Bernadette/Carmel de Lisieux, Abbé Pierre-Yves/Le Goff, Mme Vve/Dubois',
    'Sr/Dominicaines, Père/Anselme, Frère/Roger',
    'Mgr/Dupanloup, Sœur/Emmanuelle, Dom/Robert',
  ),
  'sociétés au nom drôle': societes(
    'Test-Achats, Demo Productions SARL, 123 Pare-Brise, www.fleurs.fr',
    'Crash-Test Center, Faux Plafonds Services, 2A2B Conseil, Clavier Azerty SA',
    'Exemple Imprimerie, Qwerty Studio, 1001 Pneus, Contact@Com',
  ),
  'mairies et coopératives': societes(
    'Mairie de Plougastel, OCCE 31 École Test, Foyer socio-éducatif',
    'Commune de Cholet, Coopérative scolaire Jules Ferry, CCAS',
    'Mairie, OCCE 4412, Amicale laïque du Test',
  ),
  successions: (lot) => (plant, verite) =>
    honest(
      plant,
      verite,
      {
        ...split(['Succession/Henry', 'Legs/Mme Aubert', 'Étude notariale/Perrot'][lot] ?? ''),
        ...BARE,
      },
      [[183_250.44, undefined, 'VIREMENT']],
    ),
  'don unique très grand': (lot) => (plant, verite) =>
    honest(plant, verite, split(['Hélène/Joly', 'Bruno/Estève', 'Claire/Vial'][lot] ?? ''), [
      [50_000, undefined, 'CHEQUE'],
    ]),
  'chèque d’une vieille dame': (lot) => (plant, verite) =>
    honest(
      plant,
      verite,
      { ...split(['Jeannine/Gillet', 'Odette/Leger', 'Paulette/Huet'][lot] ?? ''), ...BARE },
      [[1_000, undefined, 'CHEQUE']],
    ),
  'tombola, douze billets': (lot) => (plant, verite) =>
    honest(
      plant,
      verite,
      split(['André/Langlois', 'Joëlle/Rey', 'Max/Tisserand'][lot] ?? ''),
      Array.from({ length: 12 }, (): Don => [2, '2024-06-15', 'ESPECES']),
    ),
  'vente aux enchères': (lot) => (plant, verite) =>
    honest(
      plant,
      verite,
      split(['Gérard/Rousseau', 'Martine/Garcia', 'Éric/Cordier'][lot] ?? ''),
      Array.from({ length: 10 }, (_, at): Don => [60 + at * 15, '2024-11-16', 'CHEQUE']),
    ),
  'mensuel saisi un même jour': (lot) => (plant, verite) =>
    honest(plant, verite, split(['Chloé/Arnaud', 'Michel/Laporte', 'Nina/Fort'][lot] ?? ''), [
      ...Array.from({ length: 6 }, (_, at): Don => [5, `2023-0${at + 1}-05`, 'PRELEVEMENT']),
      ...Array.from({ length: 12 }, (): Don => [5, '2024-12-28', 'PRELEVEMENT']),
    ]),
  'montant de clavier d’un fidèle': (lot) => (plant, verite) =>
    honest(plant, verite, split(['Julien/Aubry', 'Hélène/Durand', 'Louis/Sabatier'][lot] ?? ''), [
      [100, '2021-03-02'],
      [120, '2022-03-02'],
      [1_234.56, '2023-07-17'],
    ]),
  'famille de six, un téléphone': (lot) => (plant, verite, at) =>
    honest(plant, verite, {
      firstname: PRENOMS[at % PRENOMS.length] ?? '',
      lastname: ['Delacroix', 'Ziani-Bataille', 'Le Floch'][lot] ?? '',
      phone: ['0604988356', '0731597639', '0677001122'][lot] ?? '',
      zip: ['35000', '49300', '31500'][lot] ?? '',
    }),
  'boîte drôle': (lot) => (plant, verite, at) =>
    honest(
      plant,
      verite,
      {
        ...split(['Thomas/Toussaint', 'Jean/Rivet', 'Emma/Salles'][lot] ?? ''),
        email:
          ['toto75@free.fr', 'jean.rivet+dons@gmail.com', 'testarossa31@orange.fr'][at % 3] ?? '',
      },
      [[35]],
    ),
  'contact collectif': (lot) => (plant, verite) =>
    honest(
      plant,
      verite,
      { ...split(['Donateur/Anonyme', '/Anonyme', 'Quête/Dominicale'][lot] ?? ''), ...BARE },
      Array.from({ length: 20 }, (): Don => [20, '2024-12-24', 'ESPECES']),
    ),
}
