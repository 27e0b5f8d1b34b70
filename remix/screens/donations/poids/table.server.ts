import { type PoidsDeRegle, poidsDeRegle } from '#contract/poids'
import { CodeRegle } from '#contract/verification'
import { actorOf } from '#files/colonnes'
import { call } from '../../../service/service.server'
import { defineTableOf } from '../../../tables/define.server'

const percent = (poids: number) => `${poids}\u00A0%`

/** The first rule where none is named. */
const Asked = CodeRegle.catch('T1')

const lire = async (request: Request, query: URLSearchParams): Promise<[PoidsDeRegle]> => [
  await call(poidsDeRegle, { params: { regle: Asked.parse(query.get('regle')) } }, request),
]

/** What the queue is under each weight of a rule. */
export const effetsDePoids = defineTableOf(
  'effets-de-poids',
  lire,
  ({ regle, effets, poids }: PoidsDeRegle) => ({
    title: 'Ce qu’un autre poids changerait',
    columns: [
      { title: 'Poids', format: 'texte' },
      { title: 'Donateurs à vérifier', format: 'nombre' },
      { title: 'Montant en jeu', format: 'montant' },
    ],
    rows: effets.map((effet) => [
      effet.poids === poids ? `${percent(effet.poids)} (aujourd’hui)` : percent(effet.poids),
      effet.a_verifier,
      effet.montant,
    ]),
    query: { regle },
  }),
)

/** Who gave a rule which weight, latest first. */
export const actesDePoids = defineTableOf(
  'actes-de-poids',
  lire,
  ({ regle, actes }: PoidsDeRegle) => ({
    title: 'Qui a décidé de ce poids',
    columns: [
      { title: 'Date', format: 'instant' },
      { title: 'Poids', format: 'texte' },
      { title: 'Pourquoi', format: 'texte' },
      { title: 'Par', format: 'texte' },
      { title: 'Exclus alors', format: 'nombre' },
      { title: 'Jugés légitimes alors', format: 'nombre' },
    ],
    rows: actes.map((acte) => [
      acte.decide_le,
      percent(acte.poids),
      acte.raison,
      actorOf(acte.decide_par, acte.identite),
      acte.exclus,
      acte.legitimes,
    ]),
    query: { regle },
  }),
)
