import { sql } from 'kysely'
import {
  CAMPAGNES_AU_PLUS,
  type Couts,
  type CoutsAnnees,
  couts,
  coutsAnnees,
} from '#contract/couts'
import { AUTRES, CODES_AU_PLUS } from '#contract/ventilation'
import { citer, formatMoney, formatMeasure } from '#figures/format'
import { groupBy } from '#figures/grouper'
import { centsOf, perEuro, perHead, rateOf, sum } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import { inSnapshot } from '../platform/database/snapshot'
import { type Analysis, call, type Given } from './analysis'
import { readChiffrees, type Chiffree, readSeuils } from './couts-campagnes'
import { rule } from './definition'
import { reachOf, readHorizon } from './horizon'
import { breakDown } from './ventilation'

export default {
  section: 'Campagnes',
  calls: [
    call(couts, ({ db, params: { annee } }) => readCouts(db, annee)),
    call(coutsAnnees, ({ db }) => readAnnees(db)),
  ],
  definitions: defineCouts,
} satisfies Analysis

type Ratios = Pick<
  Couts['total'],
  | 'cout'
  | 'envois'
  | 'taux_retour'
  | 'cout_par_envoi'
  | 'euros_par_euro'
  | 'net'
  | 'cout_par_nouveau'
>

const costOf = (some: readonly Chiffree[]) => sum(some.map(({ cout }) => centsOf(cout ?? 0)))
const mailedOf = (some: readonly Chiffree[]) => sum(some.map(({ envois }) => envois ?? 0))

/** The campaigns that a ratio is of: those that have what it divides, above and below the line. */
function dividing(campagnes: readonly Chiffree[]) {
  const paid = campagnes.filter(({ cout }) => cout !== null && cout > 0)
  const mailed = campagnes.filter(({ envois }) => envois !== null && envois > 0)
  return {
    euros_par_euro: paid,
    cout_par_nouveau: paid.filter(({ nouveaux }) => nouveaux > 0),
    taux_retour: mailed,
    cout_par_envoi: mailed.filter(({ cout }) => cout !== null),
  }
}

/** Sums over campaigns, and their ratios. */
function ratiosOf(campagnes: readonly Chiffree[]): Ratios {
  const withCost = campagnes.filter(({ cout }) => cout !== null)
  const mailed = campagnes.filter(({ envois }) => envois !== null)
  const of = dividing(campagnes)
  const euros = (some: readonly Chiffree[]) => sum(some.map(({ cents }) => cents))
  return {
    cout: withCost.length > 0 ? costOf(withCost) / 100 : null,
    envois: mailed.length > 0 ? mailedOf(mailed) : null,
    taux_retour: rateOf(
      sum(of.taux_retour.map(({ donations }) => donations)),
      mailedOf(of.taux_retour),
    ),
    cout_par_envoi: perHead(costOf(of.cout_par_envoi), mailedOf(of.cout_par_envoi)),
    euros_par_euro: perEuro(euros(of.euros_par_euro), costOf(of.euros_par_euro)),
    net: withCost.length > 0 ? (euros(withCost) - costOf(withCost)) / 100 : null,
    cout_par_nouveau: perHead(
      costOf(of.cout_par_nouveau),
      sum(of.cout_par_nouveau.map(({ nouveaux }) => nouveaux)),
    ),
  }
}

/** Names in their order, and last what has none. */
const byName = ([one]: [string, unknown], [other]: [string, unknown]): number =>
  Number(one === '') - Number(other === '') || Number(one > other) - Number(one < other)

/** Subtotals by family, dearest first; those that come after the most there may be are not named. */
function familiesOf(withCost: readonly Chiffree[]): Couts['familles'] {
  const families = [...groupBy(withCost, ({ famille }) => famille ?? '')]
  return families
    .sort(byName)
    .map(([famille, campagnes]) => {
      const { cout, net, euros_par_euro, cout_par_nouveau } = ratiosOf(campagnes)
      return {
        famille: famille === '' ? null : famille,
        campagnes: campagnes.length,
        montant: sum(campagnes.map(({ cents }) => cents)) / 100,
        nouveaux: sum(campagnes.map(({ nouveaux }) => nouveaux)),
        ...{ cout, net, euros_par_euro, cout_par_nouveau },
      }
    })
    .sort((one, other) => (other.cout ?? 0) - (one.cout ?? 0))
    .slice(0, CAMPAGNES_AU_PLUS)
}

const NOTHING = { donations: 0, donateurs: 0, montant: 0, nouveaux: 0 }

type Sums = typeof NOTHING

const sumsOf = ({ donations, donateurs, montant, nouveaux }: Sums): Sums => ({
  donations,
  donateurs,
  montant,
  nouveaux,
})

/** The names of codes in the dictionary. */
async function readNames(db: Db, codes: readonly string[]) {
  const { rows } = await sql<{ code: string; nom: string | null; famille: string | null }>`
    select code, nom, famille from campagnes_en_vigueur where code = any (${codes}::text[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.code, row]))
}

const readCouts = (db: Db, annee: number): Promise<Couts> =>
  inSnapshot(db, async (tx) => {
    const reach = await readHorizon(tx)
    const au = reachOf(reach, annee)
    const { data, total } = await breakDown(tx, 'campagne', annee, { au, comparable: true })
    const chiffrees = await readChiffrees(tx, annee)
    const rows = data.filter(({ regroupe }) => regroupe === null)
    const others = data.find(({ regroupe }) => regroupe !== null)
    const named = new Set(rows.map(({ code }) => code))
    const silent = chiffrees
      .filter(({ code, donations }) => !named.has(code) && donations === 0)
      .slice(0, CODES_AU_PLUS)
    for (const { code } of silent) named.add(code)
    const rest = chiffrees.filter(({ code }) => !named.has(code))
    const folded = rest.filter(({ donations }) => donations === 0).length
    const names = await readNames(tx, [...named])
    const seuils = await readSeuils(tx, chiffrees, reach.horizon)
    const lineOf = (code: string, sums: Sums): Couts['data'][number] => {
      const known = chiffrees.find((one) => one.code === code)
      return {
        code,
        regroupe: null,
        nom: names.get(code)?.nom ?? null,
        famille: names.get(code)?.famille ?? null,
        ...sumsOf(sums),
        ...ratiosOf(known ? [known] : []),
        ...(seuils.get(code) ?? { seuil_mois: null, manque: null }),
        ailleurs: known?.ailleurs ?? null,
      }
    }
    const autres = {
      code: AUTRES,
      regroupe: (others?.regroupe ?? 0) + folded,
      nom: null,
      famille: null,
      ...sumsOf(others ?? NOTHING),
      ...ratiosOf(rest),
      seuil_mois: null,
      manque: null,
      ailleurs: null,
    }
    const withCost = chiffrees.filter(({ cout }) => cout !== null)
    const of = dividing(chiffrees)
    return {
      annee,
      au,
      data: [
        ...rows.map((row) => lineOf(row.code, row)),
        ...silent.map(({ code }) => lineOf(code, NOTHING)),
        ...(autres.regroupe > 0 ? [autres] : []),
      ],
      total: { ...sumsOf(total), ...ratiosOf(chiffrees) },
      familles: familiesOf(withCost),
      chiffrees: {
        campagnes: withCost.length,
        montant: sum(withCost.map(({ cents }) => cents)) / 100,
        nouveaux: sum(withCost.map(({ nouveaux }) => nouveaux)),
        rapports: {
          euros_par_euro: of.euros_par_euro.length,
          cout_par_nouveau: of.cout_par_nouveau.length,
          taux_retour: of.taux_retour.length,
          cout_par_envoi: of.cout_par_envoi.length,
        },
      },
    }
  })

const readAnnees = (db: Db): Promise<CoutsAnnees> =>
  inSnapshot(db, async (tx) => {
    const years = groupBy(await readChiffrees(tx), ({ exercice }) => exercice)
    return {
      data: [...years]
        .toSorted(([one], [other]) => one - other)
        .map(([annee, campagnes]) => {
          const { cout, envois, taux_retour, euros_par_euro, cout_par_nouveau } =
            ratiosOf(campagnes)
          return {
            annee,
            campagnes: campagnes.length,
            montant: sum(campagnes.map(({ cents }) => cents)) / 100,
            donations: sum(campagnes.map(({ donations }) => donations)),
            nouveaux: sum(campagnes.map(({ nouveaux }) => nouveaux)),
            cout,
            envois,
            taux_retour,
            euros_par_euro,
            cout_par_nouveau,
          }
        }),
    }
  })

/** Defines what campaigns cost, with the year's largest costed one as example. */
async function defineCouts({ db }: Given, annee: number) {
  const { data } = await readCouts(db, annee)
  const one = data.find(({ euros_par_euro }) => euros_par_euro !== null)
  return {
    couts: rule({
      titre: 'Coût et rendement des campagnes',
      formule:
        'Dons de l’année selon leur code, avec le coût et les envois que le dictionnaire donne à ce code pour cet exercice. Taux de retour : dons ÷ envois. Coût par envoi : coût ÷ envois. Euros par euro : montant ÷ coût. Net : montant − coût. Coût par nouveau : coût ÷ donateurs dont le tout premier don porte ce code, cette année. Les dons du code reçus une autre année sont dits à part, jamais comptés dans ces rapports. Une somme de rapports est un rapport de sommes, sur les seules campagnes qui ont de quoi diviser, au-dessus comme au-dessous de la barre : un coût non nul, des nouveaux, des envois ; une ligne du tableau dit combien elles sont.',
      exemple:
        one && one.euros_par_euro !== null
          ? `${annee}, ${citer(one.code)} : ${formatMoney(one.montant)} ÷ ${formatMoney(one.cout)} = ${formatMeasure(one.euros_par_euro)} ; net ${formatMoney(one.net)}.`
          : null,
      depuis: '2026-11-24',
    }),
    'seuil-campagne': rule({
      titre: 'Seuil de rentabilité d’une campagne',
      formule:
        'Donateurs dont le tout premier don porte le code : leurs dons, quels qu’en soient les codes, s’additionnent mois après mois. Le seuil est le nombre de mois entre celui du premier don de la campagne et celui où cette somme atteint le coût ; 0 est ce mois même. Tant qu’elle ne l’atteint pas : « pas encore », et ce qui manque.',
      exemple: exampleOfSeuil(annee, data),
      depuis: '2026-11-24',
    }),
  }
}

function exampleOfSeuil(annee: number, data: Couts['data']): string | null {
  const one = data.find(({ seuil_mois, manque }) => seuil_mois !== null || manque !== null)
  if (!one) return null
  return one.seuil_mois === null
    ? `${annee}, ${citer(one.code)}\u00A0: pas encore, il manque ${formatMoney(one.manque)}.`
    : `${annee}, ${citer(one.code)}\u00A0: ${formatMoney(one.cout)} atteints après ${one.seuil_mois} mois.`
}
