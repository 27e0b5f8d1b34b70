import {
  type AxeCroise,
  AXES_CROISES,
  estDesDons,
  nomChezLesDonateurs,
  nomChezLesDons,
} from '#contract/axes'
import {
  type CelluleCroisee,
  type Croisement,
  type CroisementQuery,
  croisement,
  MesureCroisee,
  Parts,
} from '#contract/croisements'
import { Annee } from '#contract/values'
import { call } from '../../../service/service.server'
import { nameAxe, nameEntete, nameMesure, namePart } from '../../../tables/axes'
import { defineClasseur, defineTableOf, readAnnee } from '../../../tables/define.server'
import { donors, gifts, linked } from '../../../tables/links'
import type { Cell, Column } from '../../../ui/table'

/** What the address asks for; null where both axes are one. */
export function readAsked(query: URLSearchParams): CroisementQuery | null {
  const axeIn = (name: string) => AXES_CROISES.find((axe) => axe === query.get(name))
  const lignes = axeIn('lignes') ?? 'region'
  const colonnes = axeIn('colonnes') ?? (lignes === 'anciennete' ? 'region' : 'anciennete')
  if (lignes === colonnes) return null
  const mesure = MesureCroisee.safeParse(query.get('mesure')).data ?? 'donateurs'
  const parts = mesure === 'don_moyen' ? undefined : Parts.safeParse(query.get('parts')).data
  const asked = { lignes, colonnes, mesure, parts }
  if (lignes === 'annee' || colonnes === 'annee') return asked
  const annee = readAnnee(query)
  const avec = Annee.safeParse(query.get('avec') || undefined).data
  return { ...asked, annee, ...(avec !== annee && { avec }) }
}

/** Longer addresses are refused on their way. */
const ADRESSE_AU_PLUS = 6_000

/** Donors or gifts of a place; null where no list can be of it: donors of several years. */
function listOf(
  { mesure, lignes, colonnes, annee, entetes_lignes, entetes_colonnes }: Croisement,
  row: number | null,
  column: number | null,
): string | null {
  const isOfGifts = mesure !== 'donateurs' && (estDesDons(lignes) || estDesDons(colonnes))
  const ofGifts = mesure === 'donations' || isOfGifts
  const asked: Record<string, string> = annee === null ? {} : { annee: String(annee) }
  const sans: Partial<Record<AxeCroise, string[]>> = {}
  for (const [axe, entetes, at] of [
    [lignes, entetes_lignes, row],
    [colonnes, entetes_colonnes, column],
  ] as const) {
    const entete = at === null ? undefined : entetes[at]
    if (!entete) continue
    const name = ofGifts ? nomChezLesDons(axe) : nomChezLesDonateurs(axe)
    if (entete.regroupe === null) asked[name] = entete.code
    else if (axe === 'annee') return null
    else sans[axe] = entetes.flatMap(({ code, regroupe }) => (regroupe === null ? [code] : []))
  }
  const { annee: year, profil, ...others } = asked
  if (year === undefined) return null
  const narrowed = {
    ...others,
    ...(Object.keys(sans).length > 0 && { sans: JSON.stringify(sans) }),
    ...(profil !== undefined && { profil: ofGifts ? profil.replace(/_UNIQUEMENT$/, '') : profil }),
  }
  const list = ofGifts
    ? gifts({ annee: Number(year), ...narrowed } as Parameters<typeof gifts>[0])
    : donors({ ensemble: 'croisement', annee: year, ...narrowed })
  return list.length > ADRESSE_AU_PLUS ? null : list
}

interface Content {
  name: string
  /** After the measure in its title. */
  titled: (found: Croisement) => string
  format: (found: Croisement) => Column['format']
  cellOf: (cell: CelluleCroisee) => number | null
  isLinked?: true
  judged?: true
}

/** What is shown where both axes are one. */
export const DEFAUT = { lignes: 'region', colonnes: 'annee', mesure: 'donateurs' } as const

/** What asks for this crossing again. */
export const queryOf = ({ lignes, colonnes, mesure, annee, avec, parts }: Croisement) => ({
  lignes,
  colonnes,
  mesure,
  ...(annee !== null && { annee }),
  ...(avec !== null && { avec }),
  ...(parts !== null && { parts }),
})

const defineCroisement = ({ name, titled, format, cellOf, isLinked, judged }: Content) =>
  defineTableOf(
    name,
    async (request, query): Promise<[Croisement]> => {
      const asked = readAsked(query) ?? DEFAUT
      return [await call(croisement, { query: asked }, request)]
    },
    (found) => {
      const { lignes, colonnes, mesure, annee } = found
      const shown = format(found)
      const column = (title: string): Column => ({
        title,
        format: shown,
        judged: judged && 'evolution',
      })
      const cell = (one: CelluleCroisee, row: number | null, at: number | null): Cell => {
        const value = cellOf(one)
        const list = isLinked && one.donations > 0 ? listOf(found, row, at) : null
        return value === null || list === null ? value : linked(value, list)
      }
      return {
        definition: 'croisements',
        title: `${nameMesure(mesure)} ${annee === null ? 'de toutes les années' : `de ${annee}`}, ${nameAxe(lignes).toLowerCase()} et ${nameAxe(colonnes).toLowerCase()}${titled(found)}`,
        query: queryOf(found),
        columns: [
          { title: nameAxe(lignes), format: 'texte' },
          ...found.entetes_colonnes.map((entete) => column(nameEntete(colonnes, entete))),
          column('Total'),
        ],
        rows: found.cellules.map((cells, row) => [
          nameEntete(lignes, found.entetes_lignes[row] ?? { code: '', regroupe: null }),
          ...cells.map((one, at) => cell(one, row, at)),
          ...found.totaux_lignes.slice(row, row + 1).map((one) => cell(one, row, null)),
        ]),
        totals: [
          [
            'Total',
            ...found.totaux_colonnes.map((one, at) => cell(one, null, at)),
            cell(found.total, null, null),
          ],
        ],
      }
    },
  )

const formatOf = ({ mesure }: Croisement): Column['format'] =>
  mesure === 'donateurs' || mesure === 'donations' ? 'nombre' : 'montant'

export const croises = defineCroisement({
  name: 'croisement',
  titled: () => '',
  format: formatOf,
  cellOf: ({ valeur }) => valeur,
  isLinked: true,
})

export const partsCroisees = defineCroisement({
  name: 'croisement-parts',
  titled: ({ parts }) => (parts ? `, en ${namePart(parts)}` : ''),
  format: () => 'pourcentage',
  cellOf: ({ part }) => part,
})

export const autreAnnee = defineCroisement({
  name: 'croisement-autre-annee',
  titled: ({ avec }) => `\u00A0: en ${avec ?? ''}`,
  format: formatOf,
  cellOf: ({ precedent }) => precedent,
})

export const evolutionCroisee = defineCroisement({
  name: 'croisement-evolution',
  titled: ({ avec }) => `\u00A0: évolution depuis ${avec ?? ''}`,
  format: () => 'evolution',
  cellOf: ({ evolution }) => evolution,
  judged: true,
})

/** The workbook of the screen. */
export const classeurCroisements = defineClasseur(
  'croisements',
  'Croisements',
  {
    Croisement: croises,
    Parts: partsCroisees,
    'Autre année': autreAnnee,
    Évolution: evolutionCroisee,
  },
  { Parts: 'parts', 'Autre année': 'avec', Évolution: 'avec' },
)
