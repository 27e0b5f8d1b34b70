import { type UneVague, uneVague, type Vague } from '#contract/vagues'
import { aVerifier, type AVerifier } from '#contract/verification'
import { formatMoney } from '#figures/format'
import { nameOf } from '#files/colonnes'
import { call } from '../../../service/service.server'
import { defineTableOf } from '../../../tables/define.server'
import { vagueNamed, vaguePath } from '../../../tables/links'
import { cardPath } from '../../../ui/donor-link'

/** The waves that nobody decided on; each leads to its page. */
export const vaguesAVerifier = defineTableOf(
  'vagues-a-verifier',
  async (request) => [await call(aVerifier, { query: { limit: 1 } }, request)],
  ({ vagues }: Pick<AVerifier, 'vagues'>) => ({
    title: 'Vagues à vérifier',
    columns: [
      { title: 'Jour', key: 'jour', format: 'jour' },
      { title: 'Média', format: 'texte' },
      { title: 'Don', format: 'montant' },
      { title: 'Donateurs', format: 'nombre' },
      { title: 'En tout', format: 'montant' },
      { title: 'Pourquoi', format: 'texte' },
    ],
    rows: vagues.map((vague) => [
      { value: vague.jour, href: vaguePath(vague) },
      vague.media,
      vague.montant,
      { value: vague.donateurs, href: vaguePath(vague) },
      vague.total,
      vague.raisons.join(' '),
    ]),
  }),
)

const lire = async (request: Request, query: URLSearchParams): Promise<[UneVague]> => [
  await call(
    uneVague,
    { query: { ...vagueNamed(query), page: Number(query.get('page') ?? 1), limit: 50 } },
    request,
  ),
]

const queryOf = ({ regle, jour, montant, cle }: Vague) => ({ regle, jour, montant, cle })

/** Where the mailboxes of a wave's donors are. */
export const boitesDeVague = defineTableOf('vague-boites', lire, ({ vague, boites }: UneVague) => ({
  title: 'Leurs boîtes aux lettres',
  columns: [
    { title: 'Domaine', format: 'texte' },
    { title: 'Donateurs', format: 'nombre' },
  ],
  rows: boites.map(({ domaine, donateurs }) => [domaine, donateurs]),
  query: queryOf(vague),
}))

/** How many gave once as much on the days around a wave. */
export const joursDeVague = defineTableOf('vague-jours', lire, ({ vague, jours }: UneVague) => ({
  title: `Donateurs d’un seul don de ${formatMoney(vague.montant)}, les jours d’avant et d’après`,
  columns: [
    { title: 'Jour', format: 'jour' },
    { title: 'Donateurs', format: 'nombre' },
  ],
  rows: jours.map(({ jour, donateurs }) => [jour, donateurs]),
  query: queryOf(vague),
}))

/** A page of a wave's donors. */
export const donateursDeVague = defineTableOf(
  'vague-donateurs',
  lire,
  ({ vague, donateurs, pagination }: UneVague) => ({
    title: `Ses donateurs, page ${pagination.current_page} sur ${pagination.total_pages}`,
    columns: [
      { title: 'Donateur', key: 'nom', format: 'texte' },
      { title: 'Numéro', format: 'code' },
      { title: 'E-mail', format: 'texte' },
      { title: 'Téléphone', format: 'texte' },
      { title: 'Ville', format: 'texte' },
      { title: 'Don du', format: 'jour' },
      { title: 'État', format: 'texte' },
    ],
    rows: donateurs.map((one) => [
      { value: nameOf(one) ?? 'Sans nom', href: cardPath(one.contact_id) },
      one.contact_id,
      one.email,
      one.phone,
      [one.zip, one.city].filter(Boolean).join(' '),
      one.le,
      one.exclu ? 'Exclu' : 'Compte',
    ]),
    query: { ...queryOf(vague), page: pagination.current_page },
  }),
)
