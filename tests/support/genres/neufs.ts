import type { Fiche, Kind, Plant, Verite } from '../corpus/plant'

/** Kinds that the rules' author was not shown when the rules were written: they judge, and teach nothing. */

type Don = [montant: number, jour?: string | undefined, media?: string]
type Faire = (plant: Plant, at: number) => [Partial<Fiche>, ...Don[]]

const split = (name: string): Partial<Fiche> => {
  const [firstname = '', lastname = ''] = name.split('/')
  return { firstname, lastname }
}
const NUE = { email: '', phone: '', zip: '', city: '' }
const GENS =
  'Elsa/Rambaud ; Lucien/Favier ; Nora/Chevrel ; Guy/Marchadour ; Tess/Auvray ; Léo/Pinson'
const nommer = (plant: Plant) =>
  split(plant.random.pick(GENS.split(' ; ') as [string, ...string[]]))
const hasard = ({ random }: Plant, length: number, of: string) =>
  Array.from({ length }, () => of.charAt(random.between(0, of.length - 1))).join('')

const kind =
  (faire: Faire): Kind =>
  (plant: Plant, verite: Verite, at: number) => {
    const [card, ...dons] = faire(plant, at)
    const id = plant.card({ firstname: '', lastname: '', ...card }, verite)
    const given: Don[] =
      dons.length > 0 ? dons : [[plant.random.pick([1, 5, 10, 20]), undefined, 'WEB']]
    for (const [montant, jour, media] of given)
      plant.give(id, montant, jour ?? plant.day(2019, 2025), media ?? 'WEB')
  }
const noms = (names: string, card: Partial<Fiche> = {}): Kind =>
  kind((_plant, at) => {
    const choices = names.split(' ; ')
    return [{ ...split(choices[at % choices.length] ?? ''), ...card }]
  })

/** Fakes that anybody sees on the card. */
export const VISIBLES: Readonly<Record<string, Kind>> = {
  'calembour connu': noms('Alain/Térieur ; Sarah/Croche ; Yves/Rogne ; Paul/Ochon'),
  'calembour grossier': noms('Jean/Foutre ; Yamamoto/Kakapoté ; Jacques/Célère ; Mike/Litoris'),
  'dieu, diable et Père Noël': noms('Père/Noël ; Jésus/Christ ; Satan/666 ; Le Bon/Dieu'),
  'grand de ce monde': noms('Emmanuel/Macron ; Donald/Trump ; Vladimir/Poutine ; Elon/Musk'),
  refus: noms('Je ne veux pas/Le dire ; Ça vous/Regarde pas ; Non/Merci ; Pas/Votre affaire'),
  'une lettre répétée': noms('aaaa/aaaa ; Zzzz/Zzz ; xxx/xxxxx ; Mmmmm/Bbbb'),
  'main qui tape au hasard': noms('fdsfsd/gfdgfd ; azeaze/qsdqsd ; hjkhjk/yuiyui ; dfgdfg/sdfsdf'),
  'valeur vide d’un programme': noms('null/null ; undefined/undefined ; NaN/NaN ; None/None'),
  'gabarit resté vide': noms(
    '%PRENOM%/%NOM% ; *|FNAME|*/*|LNAME|* ; [prenom]/[nom] ; $first/$last',
  ),
  'erreur de tableur': noms(
    '#N/A ; #REF!/#REF! ; #NOM?/#VALEUR! ; [object Object]/[object Object]',
  ),
  'numéro de carte ou IBAN': noms(
    '4111 1111 1111 1111/Visa ; FR7630006000011234567890189/x ; 5555555555554444/12-27 ; Cb/4242424242424242',
  ),
  'phrase de service': noms(
    'Ne pas/Tenir compte ; Fiche à/Supprimer ; Commande/Annulée ; Ne pas/Utiliser',
  ),
  'essai dit autrement': noms('Prestataire/Recette ; Try/Out ; Bac à/Sable ; Compte/Bidon'),
  slogan: noms('Macron/Démission ; ACAB/1312 ; Stop/Arnaque ; Rendez/L’argent'),
  'démarchage écrit dans le nom': noms(
    'Crédit rapide/Sans justificatif ; Votre compte/Est suspendu ; Gagnez/5000 euros par jour ; Viagra/Pas cher',
  ),
  'attaque de programme': noms('../../etc/passwd ; admin"--/x ; sleep(5)/x ; %3Cscript%3E/x'),
  'chiffres pour lettres': noms('H4ck3r/Pwn3d ; N00b/L33t ; D4rkS1d3r/X ; Xx_K1ll3r_xX/Pr0'),
  'boîte d’essai, nom ordinaire': kind((plant, at) => [
    {
      ...nommer(plant),
      email: ['testtest@gmail.com', 'azerty@gmail.com', 'aaa@aaa.aa', 'test@test.fr'][at % 4] ?? '',
    },
  ]),
  'ville tapée au hasard': kind((_plant, at) => [
    { ...split('qsdqsd/wxcwxc'), city: ['qsdf', 'azer', 'xxx', 'ghj'][at % 4] ?? '', zip: '12345' },
  ]),
}

/** Fakes that only what they did betrays. */
export const CACHES: Readonly<Record<string, Kind>> = {
  'montant égal au téléphone': kind((plant) => {
    const phone = plant.mobile()
    return [{ ...nommer(plant), phone }, [Number(phone)]]
  }),
  'montant égal au jour': kind((plant) => {
    const jour = plant.day(2019, 2025)
    return [nommer(plant), [Number(jour.replaceAll('-', '')), jour]]
  }),
  'montants de plaisantin': kind((plant, at) => [
    nommer(plant),
    [[69_696.96, 66_666.66, 13_371.34, 80_085][at % 4] ?? 0],
  ]),
  'domaine né pour le robot': kind((plant) => [
    {
      firstname: plant.random.pick(['Kyle', 'Megan', 'Ryan', 'Tyler', 'Paige']),
      lastname: plant.random.pick(['Harper', 'Dawson', 'Reyes', 'Holt', 'Vance']),
      email: `${hasard(plant, 9, 'abcdefghijklmnopqrstuvwxyz')}@xkqmail.top`,
      zip: '',
      city: '',
      phone: '',
    },
    [1, `2024-05-${plant.random.between(11, 13)}`],
  ]),
  'téléphones qui se suivent': kind((plant, at) => [
    {
      firstname: plant.random.pick(['Lou', 'Ben', 'Ana', 'Tim']),
      lastname: `${plant.random.pick(['Var', 'Mel', 'Dor', 'Kal'])}${plant.random.pick(['ou', 'in', 'ey'])}`,
      phone: `06111110${String(at).padStart(2, '0')}`,
      email: `${hasard(plant, 7, 'abcdefghijklmnopqrstuvwxyz')}@gmail.com`,
    },
    [2, '2024-08-14'],
  ]),
  'une boîte, douze noms': kind((plant, at) => [
    {
      firstname: ['Remi', 'Jade', 'Ilan', 'Maud', 'Lise', 'Noah'][at % 6] ?? '',
      lastname: `${hasard(plant, 2, 'blmr')}${hasard(plant, 2, 'aeiou')}cet`,
      email: 'lulu.dekerf@gmail.com',
      zip: String(11_000 + at * 3_070),
    },
    [5, `2024-0${1 + (at % 9)}-17`],
  ]),
  'carte essayée sous un nom, sept fois le jour': kind((plant) => [
    { ...nommer(plant), ...NUE },
    ...Array.from({ length: 7 }, (_, at): Don => [1 + (at % 2), '2024-01-19']),
  ]),
  'points promenés dans une boîte': kind((plant, at) => {
    const boite = 'robinmasquer'
    const cut = 1 + (at % (boite.length - 1))
    return [
      {
        firstname: ['Eric', 'Lena', 'Paco', 'Yann'][at % 4] ?? '',
        lastname: `${hasard(plant, 1, 'BDLMNR')}${hasard(plant, 2, 'aeiou')}vel`,
        email: `${boite.slice(0, cut)}.${boite.slice(cut)}@gmail.com`,
        zip: String(12_000 + at * 2_900),
      },
      [4, plant.day(2023, 2024)],
    ]
  }),
}

const dons = (...of: Don[]) => of
/** Honest people and bodies whose card looks odd. */
export const HONNETES: Readonly<Record<string, Kind>> = {
  'noms rares et vrais': noms(
    'Antoine/Dieu ; Jésus/Garcia ; Xavier/Test ; Henri/Null ; Marie/Christ ; Noël/Père',
  ),
  'homonyme de célébrité': noms('Alain/Delon ; Thomas/Pesquet ; Sophie/Marceau ; Jean/Reno', {
    zip: '29200',
  }),
  'noms courts d’Asie': noms('O/Sung ; Ng/Wai ; Thi/Non ; U/Ba'),
  'noms longs': noms(
    'Rindra/Rakotondrainibe Andriamampianina ; Krzysztof/Brzęczyszczykiewicz ; Nguyễn/Thị Bích Ngọc ; Þorgerður/Hjörleifsdóttir',
  ),
  'noms sans voyelle': noms('Petr/Krk ; Ivana/Hrvst ; Jan/Strnř ; Vlk/Smrž'),
  'autres écritures': noms('Олена/Шевченко ; 李/明 ; محمد/علي ; Γιώργος/Παπαδόπουλος'),
  'note du secrétariat': noms(
    'Paul/Durand (décédé) ; Lise/Martin NPAI ; Yves/Leroy bis ; Odette/Petit née Caron ; Marc/Roux c/o Blanc ; Anne/Leroux †',
  ),
  'accents perdus': noms('FrÃ©dÃ©ric/LefÃ¨vre ; Beno?t/H?l?ne ; Andr�/Pr�vost ; Rapha‰l/No‰l'),
  'adresse dans la case du nom': kind((plant) => {
    const email = plant.mailOf('lise', 'garrigue')
    return [{ firstname: '', lastname: email, email }, [30]]
  }),
  'classe et équipe': noms(
    'Les CM2/École Jules Verne ; Équipe/4L Trophy 1234 ; Promo/2019 ; Table/12',
  ),
  'sociétés à chiffres': noms('/1664 Distribution ; /3 Suisses ; /SARL 2000 ; /24 Heures Chrono', {
    is_company: true,
  }),
  'arrondi en caisse': kind((plant) => [
    nommer(plant),
    ...Array.from({ length: 25 }, (): Don => [
      plant.random.between(1, 9) / 100,
      undefined,
      'ARRONDI',
    ]),
  ]),
  'dix dons de Noël pour dix proches': kind((plant) => [
    nommer(plant),
    ...dons([20, '2022-12-20'], [20, '2023-12-18'], [20, '2024-12-19']),
    ...Array.from({ length: 6 }, (): Don => [20, '2024-12-20']),
  ]),
  'coureurs d’un jour': kind((plant) => [
    { ...nommer(plant), lastname: `${hasard(plant, 1, 'BDLMR')}${hasard(plant, 2, 'aeiou')}nard` },
    [20, '2024-06-02'],
  ]),
  'collègues d’une entreprise, un jour': kind((plant) => {
    const lastname = `${hasard(plant, 1, 'BDLMR')}${hasard(plant, 2, 'aeiou')}tier`
    const { firstname = '' } = nommer(plant)
    return [
      {
        firstname,
        lastname,
        email: `${plant.mailOf(firstname, lastname).split('@')[0]}@acmesa.fr`,
      },
      [15, '2024-11-28'],
    ]
  }),
  'grand chèque compté': kind((_plant, at) => [
    { ...split('Berthe/Lacaze'), ...NUE },
    [[12_345, 7_777, 10_000, 9_999.99][at % 4] ?? 0, undefined, 'CHEQUE'],
  ]),
  'surnom entre parenthèses': noms(
    'Jean (Jeannot)/Le Bihan ; "Mimi"/Perrot ; Anne-So/Vidal ; JP/Roy',
  ),
  'couple en une case': noms(
    'M. et Mme/Durand ; Paul & Lise/Morel ; Famille/Pires ; Indivision/Roche',
  ),
}
