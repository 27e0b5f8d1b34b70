import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import {
  type Fidelite,
  fidelite,
  type FideliteParAnnee,
  fideliteParAnnee,
  GROUPES,
  TAUX,
  type TauxFidelite,
} from '#contract/fidelite'
import {
  addUp,
  type Donateurs,
  ecartOf,
  mouvementOf,
  type Parts,
  partsOf,
  tauxOf,
} from '#figures/fidelite'
import { formatCount, formatMoney, formatPercent } from '#figures/format'
import { centsOf } from '#figures/ratios'
import type { Db } from '../database/connect'
import { inSnapshot } from '../database/snapshot'
import { analysis } from './analysis'
import { regle } from './definition'
import { type Horizons, readHorizons } from './horizon'

export function registerFidelite(app: FastifyInstance, { db }: { db: Db }): void {
  analysis(app, db, fideliteParAnnee, () => readToutes(db))
  analysis(app, db, fidelite, ({ params }) => readFidelite(db, params.annee))
}

const AUCUN: TauxFidelite = Object.fromEntries(TAUX.map((taux) => [taux, null])) as TauxFidelite

/** What a day of a year brought, of those who were kept and of those who came. */
const MESURES = [
  'nouveaux_conserves',
  'reactives_conserves',
  'fideles_conserves',
  'nouveaux',
  'reactives',
  'montant_avant',
  'montant_conserves',
  'montant_nouveaux',
  'montant_reactives',
] as const

type Arrivees = Record<(typeof MESURES)[number], number> & { annee: number; au: string }

/** What the year before the running one had seen by the same day; none where its days are not those published. */
async function readArrivees(
  tx: Db,
  { present, publie, unAnAvant: au, enCours }: Horizons,
): Promise<Arrivees | undefined> {
  if (enCours === null || au === null) return undefined
  if (present?.slice(0, 4) !== publie?.slice(0, 4)) return undefined
  const annee = enCours - 1
  const sums = await tx
    .selectFrom('fidelite_par_jour_a_jour')
    .select(({ fn }) =>
      MESURES.map((mesure) => fn.coalesce(fn.sum<number>(mesure), sql.lit(0)).as(mesure)),
    )
    .where('annee', '=', annee)
    .where('jour', '<=', au)
    .executeTakeFirstOrThrow()
  return { ...sums, annee, au }
}

/** The same parts of a year as far as they had come by a day of it. */
const partsAt = ({ precedents, historiques, cents }: Parts, arrivees: Arrivees): Parts => ({
  precedents,
  conserves: {
    nouveaux: arrivees.nouveaux_conserves,
    reactives: arrivees.reactives_conserves,
    fideles: arrivees.fideles_conserves,
  },
  nouveaux: arrivees.nouveaux,
  reactives: arrivees.reactives,
  historiques,
  cents: {
    precedent: cents.precedent,
    avant: centsOf(arrivees.montant_avant),
    conserves: centsOf(arrivees.montant_conserves),
    nouveaux: centsOf(arrivees.montant_nouveaux),
    annee:
      centsOf(arrivees.montant_conserves) +
      centsOf(arrivees.montant_nouveaux) +
      centsOf(arrivees.montant_reactives),
  },
})

/** What the data know of every year. */
interface Etat {
  donateurs: Donateurs[]
  enCours: number | null
  arrivees: Arrivees | undefined
}

const readEtat = (db: Db): Promise<Etat> =>
  inSnapshot(db, async (tx) => {
    const rows = await tx.selectFrom('mouvements_a_jour').selectAll().execute()
    const horizons = await readHorizons(tx)
    return {
      donateurs: rows.map(({ montant, montant_precedent, ...some }) => ({
        ...some,
        cents: centsOf(montant),
        centsAvant: centsOf(montant_precedent),
      })),
      enCours: horizons.enCours,
      arrivees: await readArrivees(tx, horizons),
    }
  })

/** The first year with a gift and the last; Infinity and -Infinity without any. */
function limitsOf({ donateurs }: Etat) {
  const annees = donateurs.map(({ annee }) => annee)
  return { premiere: Math.min(...annees), derniere: Math.max(...annees) }
}

function describe(etat: Etat, annee: number) {
  const { donateurs, enCours, arrivees } = etat
  const { premiere } = limitsOf(etat)
  const en_cours = annee === enCours
  const debut_du_fichier = annee <= premiere
  return {
    annee,
    en_cours,
    debut_du_fichier,
    taux: debut_du_fichier ? AUCUN : tauxOf(partsOf(donateurs, annee)),
    a_date:
      en_cours && arrivees && arrivees.annee > premiere
        ? {
            annee: arrivees.annee,
            au: arrivees.au,
            taux: tauxOf(partsAt(partsOf(donateurs, arrivees.annee), arrivees)),
          }
        : null,
  }
}

async function readFidelite(db: Db, annee: number): Promise<Fidelite> {
  const etat = await readEtat(db)
  const { precedents, conserves, nouveaux, reactives, historiques, cents } = partsOf(
    etat.donateurs,
    annee,
  )
  const [before, kept] = [addUp(precedents), addUp(conserves)]
  return {
    ...describe(etat, annee),
    effectifs: {
      actifs: kept + nouveaux + reactives,
      actifs_precedents: before,
      conserves: kept,
      nouveaux,
      reactives,
      perdus: before - kept,
      nouveaux_precedents: precedents.nouveaux,
      nouveaux_conserves: conserves.nouveaux,
      reactives_precedents: precedents.reactives,
      reactives_conserves: conserves.reactives,
      fideles_precedents: precedents.fideles,
      fideles_conserves: conserves.fideles,
      historiques_precedents: historiques,
      absents: historiques - kept - reactives,
    },
    mouvements: GROUPES.map((groupe) => mouvementOf(etat.donateurs, annee, groupe)),
    montants: ecartOf(cents.precedent, cents.annee),
  }
}

async function readToutes(db: Db): Promise<FideliteParAnnee> {
  const etat = await readEtat(db)
  const { premiere, derniere } = limitsOf(etat)
  const annees = etat.donateurs.length > 0 ? derniere - premiere + 1 : 0
  return { data: Array.from({ length: annees }, (_, at) => describe(etat, premiere + at)) }
}

/** How loyalty is measured, with the numbers of a year. */
export async function defineFidelite(db: Db, annee: number) {
  const { effectifs, montants, taux, debut_du_fichier, mouvements } = await readFidelite(db, annee)
  const { conserves, actifs_precedents, perdus, nouveaux, reactives, absents } = effectifs
  const some = (rate: number | null, exemple: string) =>
    debut_du_fichier || rate === null ? null : `${annee} : ${exemple} = ${formatPercent(rate)}.`
  const over = (part: number, whole: number) => `${formatCount(part)} ÷ ${formatCount(whole)}`
  const depuis = '2026-11-22'
  return {
    fidelisation: regle({
      titre: 'Fidélisation et attrition',
      formule:
        'Fidélisation : donateurs de l’année précédente qui ont redonné cette année ÷ donateurs de l’année précédente. Attrition : 100 % moins elle. Les mêmes parmi ceux qui, l’année précédente, étaient nouveaux, réactivés (revenus après au moins un an sans don) ou fidèles (donateurs aussi l’année d’avant). La première année du fichier n’en a pas.',
      exemple: some(taux.fidelisation, over(conserves, actifs_precedents)),
      depuis,
    }),
    reactivation: regle({
      titre: 'Taux de réactivation',
      formule:
        'Réactivés, qui ont donné avant et redonnent après au moins un an sans don ÷ tous ceux qui avaient donné avant et n’avaient pas donné l’année précédente.',
      exemple: some(
        taux.reactivation,
        over(reactives, effectifs.historiques_precedents - actifs_precedents),
      ),
      depuis,
    }),
    acquisition: regle({
      titre: 'Taux d’acquisition',
      formule: 'Nouveaux donateurs de l’année ÷ donateurs de l’année précédente.',
      exemple: some(taux.acquisition, over(nouveaux, actifs_precedents)),
      depuis,
    }),
    couverture: regle({
      titre: 'Taux de couverture',
      formule:
        'Nouveaux et réactivés de l’année ÷ donateurs perdus ; au-delà de 100 %, plus de donateurs arrivent qu’il n’en part.',
      exemple: some(taux.couverture, over(nouveaux + reactives, perdus)),
      depuis,
    }),
    'montants-fidelite': regle({
      titre: 'Montant conservé, évolution des conservés, part des nouveaux',
      formule:
        'Montant conservé : ce que donnent cette année les donateurs qui avaient donné l’année précédente ÷ montant de l’année précédente. Évolution des conservés : le même ÷ ce que ceux-là donnaient. Part des nouveaux : montant des nouveaux ÷ montant de l’année.',
      exemple:
        debut_du_fichier || taux.montant_conserve === null
          ? null
          : `${annee} : ${formatPercent(taux.montant_conserve)} de ${formatMoney(montants.montant_avant)} conservés.`,
      depuis,
    }),
    mouvements: regle({
      titre: 'Ce qui a fait bouger la collecte',
      formule:
        'Chaque donateur de l’année ou de la précédente est dans un seul groupe : nouveaux, réactivés, en hausse, stables ou en baisse selon ce qu’ils donnaient, perdus qui étaient nouveaux, autres perdus. La somme des écarts est exactement le montant de l’année moins celui de la précédente.',
      exemple: mouvements.some(({ donateurs }) => donateurs > 0)
        ? `${annee} : ${formatMoney(montants.montant_apres)} − ${formatMoney(montants.montant_avant)} = ${formatMoney(montants.ecart)}.`
        : null,
      depuis,
    }),
    lybunt: regle({
      titre: 'LYBUNT et SYBUNT',
      formule:
        'LYBUNT (last year but unfortunately not this) : ont donné l’année précédente, pas cette année ; ce sont les perdus. SYBUNT (some year but unfortunately not this) : ont donné une année passée, pas cette année.',
      exemple:
        absents > 0
          ? `${annee} : ${formatCount(perdus)} LYBUNT et ${formatCount(absents)} SYBUNT.`
          : null,
      depuis,
    }),
  }
}
