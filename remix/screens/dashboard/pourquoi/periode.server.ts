import { Chiffre, isOfCampaign, NumeroPublication, type Publications } from '#contract/publications'
import { formatInstant, formatShortInstant } from '#figures/format'
import type { Asked } from '../arretes/table.server'

/** The form offers this many of the latest publications, and the named ones. */
export const SHOWN = 100

type Publication = Publications['publications'][number]

/** The publication named by the URL, if it can exist. */
function namedIn(query: URLSearchParams, name: string, latest: Publication): number | undefined {
  const asked = NumeroPublication.safeParse(query.get(name))
  return asked.success && asked.data <= latest.numero ? asked.data : undefined
}

const FROM_START = 0

/** By default, from the publication before the latest one to that; the older one comes first. */
export function askedFor(request: Request, annee: number, known: Publication[]): Asked | undefined {
  const query = new URL(request.url).searchParams
  const [latest] = known
  if (!latest) return undefined
  const code = query.get('code') ?? ''
  const chiffre = Chiffre.catch('montant-total').parse(query.get('chiffre'))
  const [before] = standingBefore(known, latest.numero)
  const one =
    query.get('de') === String(FROM_START)
      ? FROM_START
      : (namedIn(query, 'de', latest) ?? before?.numero ?? FROM_START)
  const other = namedIn(query, 'a', latest) ?? latest.numero
  return {
    chiffre,
    ...(isOfCampaign(chiffre) && code !== '' && { code }),
    annee,
    de: Math.min(one, other),
    a: Math.max(one, other),
  }
}

/** Those older than a publication, latest first; the named ones among them may be far apart. */
const standingBefore = (known: Publication[], numero: number) =>
  known.filter((publication) => publication.numero < numero)

const DAY_MS = 24 * 60 * 60 * 1000

/** Beginnings that people ask for, up to the latest publication. */
export function presetsOf(known: Publication[], now: number): { label: string; de: number }[] {
  const [latest] = known
  const earlier = latest ? standingBefore(known, latest.numero) : []
  const standing = (days: number) =>
    earlier.find(({ publie_le }) => Date.parse(publie_le) <= now - days * DAY_MS)
  const named = earlier.find(({ arrete }) => arrete !== null)
  return [
    { label: 'Depuis hier', from: standing(1) },
    { label: 'Depuis 7\u00A0jours', from: standing(7) },
    { label: 'Depuis le dernier arrêté', from: named },
    { label: 'Depuis le début', from: { numero: FROM_START } },
  ].flatMap(({ label, from }) => (from ? [{ label, de: from.numero }] : []))
}

/** When figures were published, and their name. */
export function whenOf(numero: number, publication: Publication | undefined): string {
  if (numero === 0) return 'au début\u00A0: aucun don'
  if (!publication) return `publication n°\u00A0${numero}`
  const { publie_le, arrete } = publication
  return `publié le ${formatInstant(publie_le)}${arrete === null ? '' : ` – ${arrete}`}`
}

/** The publications that the form offers, as its end and as its beginning. */
export function choicesOf(known: Publication[], { de, a }: Asked) {
  const choices = known.map(({ numero, publie_le, arrete, causes }): [string, string] => [
    String(numero),
    `${formatShortInstant(publie_le)} – ${arrete ?? causes[0] ?? ''}`,
  ])
  const others = [a, de]
    .filter((numero) => numero > 0 && !known.some((publication) => publication.numero === numero))
    .map((numero): [string, string] => [String(numero), `Publication n°\u00A0${numero}`])
  const fins = [...choices, ...others]
  const debuts = [
    ...fins,
    [String(FROM_START), 'Le début\u00A0: aucun don'] satisfies [string, string],
  ]
  return { debuts, fins }
}
