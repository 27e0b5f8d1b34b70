import { readArguments } from '#process/arguments'

/** What the command says of itself. */
export const AIDE = `npm run importer -- --donateurs Contacts.csv --donations Donations.csv
npm run importer -- --fichier export.csv [--modele "HelloAsso"]

Importe par le service en marche (SERVICE_URL, SERVICE_TOKEN), comme l’écran d’import. Ce qui se
demanderait à une personne n’est jamais décidé ici : la liste en est écrite, et l’adresse où continuer.

  --donateurs FICHIER        un fichier de contacts
  --donations FICHIER        un fichier de donations ; après celui des contacts
  --fichier FICHIER          le fichier d’un autre outil, .csv ou .xlsx
  -                          à la place d’un fichier : l’entrée standard
  --nom-du-fichier NOM       comment se nomme ce qu’elle donne
  --modele NOM               lire le fichier par ce modèle
  --constante CODE=VALEUR    campaign_code, codemedia_code, origincode_code ou product_code des dons
  --simuler                  le compte seulement, rien n’est importé
  --rejets-max 1%            refuser au-delà (ou un nombre de lignes)
  --accepter annees-closes   importer même si une année close change ; arretes, même si un arrêté change
  --par NOM                  qui importe, pour le journal
  --sans-attendre            finir après l’import, sans attendre que les chiffres le comprennent
  --adresse ADRESSE          où s’ouvre l’application (http://127.0.0.1:3000)
  --json                     le compte et le résultat, tels que les appels les donnent

Code de sortie : 0 importé, ou rien à changer ; 1 erreur, rien n’est importé ; 2 quelque chose est à
décider ; 3 aucun service ; 4 trop de lignes rejetées.`

/** Exit codes: of an error, of what waits for a person, without a service, of too many rejects. */
export const FIN = { erreur: 1, aDecider: 2, sansService: 3, rejets: 4 } as const

/** Ends the command with a French sentence and an exit code. */
export class Arret extends Error {
  readonly code: number

  constructor(code: number, sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.name = 'Arret'
    this.code = code
  }
}

const refuse = (sentence: string) => new Arret(FIN.erreur, `${sentence} Voir --help.`)

export const CONSTANTES = [
  'campaign_code',
  'codemedia_code',
  'origincode_code',
  'product_code',
] as const

export type Constantes = Partial<Record<(typeof CONSTANTES)[number], string>>

/** What is accepted beforehand of an import. */
const ACCEPTES = ['annees-closes', 'arretes'] as const

export interface Demande {
  /** Files in the order in which they are imported; `-` is the standard input. */
  fichiers: { type: 'donateurs' | 'donations' | 'fichier'; chemin: string }[]
  nom: string | undefined
  modele: string | undefined
  constantes: Constantes
  simuler: boolean
  rejetsMax: { part: number } | { lignes: number } | undefined
  accepter: readonly (typeof ACCEPTES)[number][]
  par: string
  attendre: boolean
  adresse: string
  json: boolean
}

function readConstantes(given: readonly string[]): Constantes {
  const constantes: Constantes = {}
  for (const one of given) {
    const [, nom, valeur = ''] = /^([^=]*)=(.*)$/s.exec(one) ?? []
    const code = CONSTANTES.find((known) => known === nom)
    if (code === undefined || valeur.trim() === '' || valeur.length > 100)
      throw refuse(
        `--constante attend CODE=VALEUR, où CODE est ${CONSTANTES.join(', ')}\u00A0: «\u00A0${one}\u00A0» n’en est pas une.`,
      )
    constantes[code] = valeur.trim()
  }
  return constantes
}

function readRejets(given: string | undefined): Demande['rejetsMax'] {
  if (given === undefined) return undefined
  const [, digits = '', percent] = /^(\d+(?:[.,]\d+)?)\s*(%?)$/.exec(given) ?? []
  const value = Number(digits.replace(',', '.'))
  if (digits !== '' && percent === '%' && value <= 100) return { part: value / 100 }
  if (digits !== '' && percent === '' && Number.isInteger(value)) return { lignes: value }
  throw refuse(
    `--rejets-max attend une part (1%) ou un nombre de lignes, pas «\u00A0${given}\u00A0».`,
  )
}

/** Reads the command's arguments; null where help is asked for. Throws an Arret with one sentence. */
export function readDemande(args: string[]): Demande | null {
  const { values } = readArguments({
    args,
    options: {
      donateurs: { type: 'string' },
      donations: { type: 'string' },
      fichier: { type: 'string' },
      'nom-du-fichier': { type: 'string' },
      modele: { type: 'string' },
      constante: { type: 'string', multiple: true },
      simuler: { type: 'boolean', default: false },
      'rejets-max': { type: 'string' },
      accepter: { type: 'string', multiple: true },
      par: { type: 'string', default: 'npm run importer' },
      'sans-attendre': { type: 'boolean', default: false },
      adresse: { type: 'string', default: 'http://127.0.0.1:3000' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  const types = ['donateurs', 'donations', 'fichier'] as const
  const fichiers = types.flatMap((type) =>
    values[type] === undefined ? [] : [{ type, chemin: values[type] }],
  )
  if (fichiers.length === 0)
    throw refuse('Dites quoi importer\u00A0: --donateurs, --donations ou --fichier.')
  if (values.fichier !== undefined && fichiers.length > 1)
    throw refuse(
      '--fichier s’importe seul\u00A0: donnez --donateurs et --donations dans une autre commande.',
    )
  if (fichiers.some(({ chemin }) => chemin === '')) throw refuse('Le nom d’un fichier est vide.')
  if (fichiers.filter(({ chemin }) => chemin === '-').length > 1)
    throw refuse('L’entrée standard ne se lit qu’une fois\u00A0: nommez l’autre fichier.')
  const nom = values['nom-du-fichier']
  if (nom !== undefined && !fichiers.some(({ chemin }) => chemin === '-'))
    throw refuse(
      '--nom-du-fichier nomme ce que donne l’entrée standard\u00A0: mettez - à la place du fichier.',
    )
  if (values.fichier === undefined && (values.modele !== undefined || values.constante))
    throw refuse('--modele et --constante vont avec --fichier.')
  const accepter = (values.accepter ?? []).map((one) => {
    const known = ACCEPTES.find((accepted) => accepted === one)
    if (known === undefined)
      throw refuse(`--accepter attend ${ACCEPTES.join(' ou ')}, pas «\u00A0${one}\u00A0».`)
    return known
  })
  const par = values.par.trim()
  if (par === '' || par.length > 200) throw refuse('--par attend un nom de 200 caractères au plus.')
  if (!/^https?:\/\//.test(values.adresse) || !URL.canParse(values.adresse))
    throw refuse(`${values.adresse} n’est pas une adresse http://.`)
  return {
    fichiers,
    nom,
    modele: values.modele,
    constantes: readConstantes(values.constante ?? []),
    simuler: values.simuler,
    rejetsMax: readRejets(values['rejets-max']),
    accepter,
    par,
    attendre: !values['sans-attendre'],
    adresse: new URL(values.adresse).origin,
    json: values.json,
  }
}
