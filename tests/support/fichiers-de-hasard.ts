/**
 * Files as tools and hands write them, made without sight of the rules, each with its account worked out by hand: gifts
 * and euros, once what must be asked is answered as `reponses` says. `demande`: columns that must be asked about before.
 */
export interface FichierEssaye {
  nom: string
  lignes: string[]
  dons: number
  euros: number
  /** A column's values that are no gift; all its other values are. */
  demande?: Record<string, string[]>
  plus?: object
}

const gens = (at: number) => `Nom${at};Prenom${at};p${at}@exemple.fr`
const NUMERO = 'N° don;Date du don;Nom;Prénom;Email;Montant'
/** Ten rows, more cells beside each. */
const dix = (plus: (at: number) => string, montant = (at: number) => `${10 + at},00`) =>
  Array.from(
    { length: 10 },
    (_, at) => `D${at};${10 + at}/02/2025;${gens(at)};${montant(at)}${plus(at)}`,
  )
const SOMME = 145

export const FICHIERS: FichierEssaye[] = [
  { nom: 'sans rien de plus', lignes: [NUMERO, ...dix(() => '')], dons: 10, euros: SOMME },
  {
    nom: 'mode de paiement et ville',
    lignes: [
      `${NUMERO};Mode de règlement;Ville`,
      ...dix((at) => `;${at % 2 ? 'CB' : 'Chèque'};Nantes`),
    ],
    dons: 10,
    euros: SOMME,
  },
  {
    nom: 'reçu fiscal oui ou non',
    lignes: [`${NUMERO};Newsletter`, ...dix((at) => `;${at % 2 ? 'oui' : 'non'}`)],
    dons: 10,
    euros: SOMME,
  },
  {
    nom: 'statut espagnol d’un outil',
    lignes: [`${NUMERO};Situación`, ...dix((at) => `;${at === 3 ? 'Devuelto' : 'Cobrado'}`)],
    dons: 9,
    euros: SOMME - 13,
    demande: { Situación: ['Devuelto'] },
  },
  {
    nom: 'statut allemand',
    lignes: [`${NUMERO};Zahlungsstatus`, ...dix((at) => `;${at === 3 ? 'Storniert' : 'Bezahlt'}`)],
    dons: 9,
    euros: SOMME - 13,
    demande: { Zahlungsstatus: ['Storniert'] },
  },
  {
    nom: 'case à cocher « annulé »',
    lignes: [`${NUMERO};Annulé`, ...dix((at) => (at === 4 ? ';x' : ';'))],
    dons: 9,
    euros: SOMME - 14,
    demande: { Annulé: ['x'] },
  },
  {
    nom: 'date d’annulation',
    lignes: [`${NUMERO};Date d’annulation`, ...dix((at) => (at === 4 ? ';12/03/2025' : ';'))],
    dons: 9,
    euros: SOMME - 14,
    demande: { 'Date d’annulation': ['rempli'] },
  },
  {
    nom: 'prélèvements rejetés sous un code',
    lignes: [`${NUMERO};Code rejet`, ...dix((at) => (at === 4 ? ';AM04' : ';'))],
    dons: 9,
    euros: SOMME - 14,
    demande: { 'Code rejet': ['rempli'] },
  },
  {
    nom: 'une colonne de monnaies',
    lignes: [`${NUMERO};Devise`, ...dix((at) => `;${at < 2 ? 'CHF' : 'EUR'}`)],
    dons: 8,
    euros: SOMME - 21,
    demande: { Devise: ['CHF'] },
  },
  {
    nom: 'des dollars parmi les montants',
    lignes: [
      NUMERO,
      ...dix(
        () => '',
        (at) => (at < 2 ? `$${10 + at}.00` : `${10 + at},00 €`),
      ),
    ],
    dons: 8,
    euros: SOMME - 21,
    demande: { Montant: ['$'] },
  },
  {
    nom: 'euros avec des signes et des espaces',
    lignes: [
      NUMERO,
      ...dix(
        () => '',
        (at) => ['€ 10', '11 €', '12 EUR', '13,00 euros'][at] ?? `${10 + at}`,
      ),
    ],
    dons: 10,
    euros: SOMME,
  },
  {
    nom: 'dates vides d’un tableur',
    lignes: [NUMERO, ...dix(() => '').with(0, `D0;01/01/1900;${gens(0)};10,00`)],
    dons: 9,
    euros: SOMME - 10,
    demande: { 'Date du don': ['1900-01-01'] },
  },
  {
    nom: 'sous-totaux et total',
    lignes: [
      NUMERO,
      ...dix(() => '').slice(0, 5),
      ';;Sous-total;;;60,00',
      ...dix(() => '').slice(5),
      ';;TOTAL GÉNÉRAL;;;145,00',
    ],
    dons: 10,
    euros: SOMME,
  },
  {
    nom: 'une ligne de solde en tête',
    lignes: [NUMERO, ';01/01/2025;Solde reporté;;;9000,00', ...dix(() => '')],
    dons: 10,
    euros: SOMME,
  },
  {
    nom: 'points-virgules de trop à la fin',
    lignes: [NUMERO, ...dix(() => ';;')],
    dons: 10,
    euros: SOMME,
  },
  {
    nom: 'adhésions et dons sous un tarif',
    lignes: [`${NUMERO};Tarif`, ...dix((at) => `;${at < 4 ? 'Adhésion famille' : 'Don libre'}`)],
    dons: 6,
    euros: SOMME - 46,
    demande: { Tarif: ['Adhésion famille'] },
  },
  {
    nom: 'promesses',
    lignes: [
      `${NUMERO};Nature de l’opération`,
      ...dix((at) => `;${at < 2 ? 'Promesse' : 'Encaissement'}`),
    ],
    dons: 8,
    euros: SOMME - 21,
    demande: { 'Nature de l’opération': ['Promesse'] },
  },
  {
    nom: 'avoirs en parenthèses, rejetés',
    lignes: [
      NUMERO,
      ...dix(
        () => '',
        (at) => (at === 5 ? '(15,00 €)' : `${10 + at},00 €`),
      ),
    ],
    dons: 9,
    euros: SOMME - 15,
  },
  {
    nom: 'un mode test',
    lignes: [`${NUMERO};livemode`, ...dix((at) => `;${at === 0 ? 'false' : 'true'}`)],
    dons: 9,
    euros: SOMME - 10,
    demande: { livemode: ['false'] },
  },
  {
    nom: 'un mot de la maison',
    lignes: [`${NUMERO};Suivi`, ...dix((at) => `;${at === 6 ? 'à rembourser' : 'ok'}`)],
    dons: 9,
    euros: SOMME - 16,
    demande: { Suivi: ['à rembourser'] },
  },
  {
    nom: 'remarques libres, dont une parle d’un refus en passant',
    lignes: [
      `${NUMERO};Commentaire`,
      ...dix((at) =>
        at === 6
          ? ';Sa banque avait refusé son premier virement en décembre, tout est rentré dans l’ordre'
          : ';',
      ),
    ],
    dons: 10,
    euros: SOMME,
  },
  {
    nom: 'département et pays',
    lignes: [`${NUMERO};Département;Pays`, ...dix((at) => `;${at % 3 ? '44' : '35'};France`)],
    dons: 10,
    euros: SOMME,
  },
  {
    nom: 'frais retenus par l’outil',
    lignes: [`${NUMERO};Frais;Net`, ...dix((at) => `;0,50;${9 + at},50`)],
    dons: 10,
    euros: SOMME,
  },
  {
    nom: 'versements de l’outil parmi les dons',
    lignes: [
      `${NUMERO};Libellé`,
      ...dix((at) => `;${at === 9 ? 'Versement bancaire' : 'Don en ligne'}`),
    ],
    dons: 9,
    euros: SOMME - 19,
    demande: { Libellé: ['Versement bancaire'] },
  },
]
