import { type RawBuilder, sql, type SqlBool } from 'kysely'
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
  without,
} from '#figures/fidelite'
import { formatCount, formatMoney, formatPercent } from '#figures/format'
import { centsOf } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import { inSnapshot } from '../platform/database/snapshot'
import { type Analysis, call, type Given } from './analysis'
import { rule } from './definition'
import { type Horizons, readHorizons } from './horizon'

export default {
  section: 'Actifs',
  calls: [
    call(fideliteParAnnee, ({ db }) => readToutes(db)),
    call(fidelite, ({ db, params }) => readFidelite(db, params.annee)),
  ],
  definitions: defineFidelite,
} satisfies Analysis

const AUCUN: TauxFidelite = Object.fromEntries(TAUX.map((taux) => [taux, null])) as TauxFidelite

/** Daily measures of retained and of arriving donors. */
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

type Arrivees = Record<(typeof MESURES)[number], number>

/** Sums over the days of a year that match `condition`. */
async function readArrivees(
  tx: Db,
  annee: number,
  condition: RawBuilder<SqlBool>,
): Promise<Arrivees> {
  return tx
    .selectFrom('fidelite_par_jour_a_jour')
    .select(({ fn }) =>
      MESURES.map((mesure) => fn.coalesce(fn.sum<number>(mesure), sql.lit(0)).as(mesure)),
    )
    .where('annee', '=', annee)
    .where(condition)
    .executeTakeFirstOrThrow()
}

/** The previous year up to the same day, and the running year's gifts dated after the horizon. */
interface ADate {
  au: string
  avant: Arrivees
  aVenir: Arrivees
}

/** Undefined if the current and the published horizon are in different years. */
async function readADate(
  tx: Db,
  { present, publie, unAnAvant: au, enCours }: Horizons,
): Promise<ADate | undefined> {
  if (enCours === null || au === null) return undefined
  if (present?.slice(0, 4) !== publie?.slice(0, 4)) return undefined
  return {
    au,
    avant: await readArrivees(tx, enCours - 1, sql`jour <= ${au}::date`),
    aVenir: await readArrivees(tx, enCours, sql`jour > ${present}::date`),
  }
}

/** Restricts a year's parts to some of its days. */
const partsOfDays = ({ precedents, historiques, cents }: Parts, jours: Arrivees): Parts => ({
  precedents,
  conserves: {
    nouveaux: jours.nouveaux_conserves,
    reactives: jours.reactives_conserves,
    fideles: jours.fideles_conserves,
  },
  nouveaux: jours.nouveaux,
  reactives: jours.reactives,
  historiques,
  cents: {
    precedent: cents.precedent,
    avant: centsOf(jours.montant_avant),
    conserves: centsOf(jours.montant_conserves),
    nouveaux: centsOf(jours.montant_nouveaux),
    annee:
      centsOf(jours.montant_conserves) +
      centsOf(jours.montant_nouveaux) +
      centsOf(jours.montant_reactives),
  },
})

/** What the data know of every year. */
interface Etat {
  donateurs: Donateurs[]
  enCours: number | null
  aDate: ADate | undefined
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
      aDate: await readADate(tx, horizons),
    }
  })

/** The first and last year with a gift; Infinity and -Infinity without any. */
function limitsOf({ donateurs }: Etat) {
  const annees = donateurs.map(({ annee }) => annee)
  return { premiere: Math.min(...annees), derniere: Math.max(...annees) }
}

/** Operands of a year's rates; for the running year, without days after the horizon. */
function partsUpToHorizon({ donateurs, enCours, aDate }: Etat, annee: number): Parts {
  const parts = partsOf(donateurs, annee)
  return annee === enCours && aDate ? without(parts, partsOfDays(parts, aDate.aVenir)) : parts
}

function describe(etat: Etat, annee: number) {
  const { donateurs, enCours, aDate } = etat
  const { premiere } = limitsOf(etat)
  const en_cours = annee === enCours
  const debut_du_fichier = annee <= premiere
  return {
    annee,
    en_cours,
    debut_du_fichier,
    taux: debut_du_fichier ? AUCUN : tauxOf(partsUpToHorizon(etat, annee)),
    a_date:
      en_cours && aDate && annee - 1 > premiere
        ? {
            annee: annee - 1,
            au: aDate.au,
            taux: tauxOf(partsOfDays(partsOf(donateurs, annee - 1), aDate.avant)),
          }
        : null,
  }
}

const readFidelite = async (db: Db, annee: number): Promise<Fidelite> =>
  toFidelite(await readEtat(db), annee)

function toFidelite(etat: Etat, annee: number): Fidelite {
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

/** Defines loyalty, with a year's figures as examples. */
async function defineFidelite({ db }: Given, annee: number) {
  const etat = await readEtat(db)
  const { effectifs, montants, taux, debut_du_fichier, mouvements } = toFidelite(etat, annee)
  const { actifs_precedents, absents } = effectifs
  const { conserves: kept, nouveaux, reactives } = partsUpToHorizon(etat, annee)
  const conserves = addUp(kept)
  const some = (rate: number | null, exemple: string) =>
    debut_du_fichier || rate === null
      ? null
      : `${annee}\u00A0: ${exemple} = ${formatPercent(rate)}.`
  const over = (part: number, whole: number) => `${formatCount(part)} ÷ ${formatCount(whole)}`
  const depuis = '2026-11-22'
  return {
    fidelisation: rule({
      titre: 'Fidélisation et attrition',
      formule:
        'Fidélisation : donateurs de l’année précédente qui ont redonné cette année ÷ donateurs de l’année précédente. Attrition : la part de ceux qui n’ont pas redonné, soit 100 % moins la fidélisation. Les mêmes taux sont donnés parmi ceux qui, l’année précédente, étaient nouveaux, réactivés (revenus après au moins un an sans don) ou fidèles (donateurs aussi l’année d’avant). La première année du fichier n’en a pas. De l’année en cours, tous ces taux comptent les dons jusqu’au dernier jour des données, sans ceux d’un jour à venir.',
      exemple: some(taux.fidelisation, over(conserves, actifs_precedents)),
      depuis,
    }),
    reactivation: rule({
      titre: 'Taux de réactivation',
      formule:
        'Réactivés, qui ont donné avant et redonnent après au moins un an sans don ÷ tous ceux qui avaient donné avant et n’avaient pas donné l’année précédente.',
      exemple: some(
        taux.reactivation,
        over(reactives, effectifs.historiques_precedents - actifs_precedents),
      ),
      depuis,
    }),
    acquisition: rule({
      titre: 'Taux d’acquisition',
      formule: 'Nouveaux donateurs de l’année ÷ donateurs de l’année précédente.',
      exemple: some(taux.acquisition, over(nouveaux, actifs_precedents)),
      depuis,
    }),
    couverture: rule({
      titre: 'Taux de couverture',
      formule:
        'Nouveaux et réactivés de l’année ÷ donateurs perdus ; au-delà de 100 %, plus de donateurs arrivent qu’il n’en part.',
      exemple: some(taux.couverture, over(nouveaux + reactives, actifs_precedents - conserves)),
      depuis,
    }),
    'montants-fidelite': rule({
      titre: 'Montant conservé, évolution des conservés, part des nouveaux',
      formule:
        'Montant conservé : ce que donnent cette année les donateurs qui avaient donné l’année précédente ÷ montant de l’année précédente. Évolution des conservés : le même ÷ ce que ceux-là donnaient. Part des nouveaux : montant des nouveaux ÷ montant de l’année.',
      exemple:
        debut_du_fichier || taux.montant_conserve === null
          ? null
          : `${annee} : ${formatPercent(taux.montant_conserve)} de ${formatMoney(montants.montant_avant)} conservés.`,
      depuis,
    }),
    mouvements: rule({
      titre: 'Ce qui a fait bouger la collecte',
      formule:
        'Chaque donateur de l’année ou de la précédente est dans un seul groupe : nouveaux, réactivés, en hausse, stables ou en baisse selon ce qu’ils donnaient, perdus qui étaient nouveaux, autres perdus. La somme des écarts est exactement le montant de l’année moins celui de la précédente.',
      exemple: mouvements.some(({ donateurs }) => donateurs > 0)
        ? `${annee} : ${formatMoney(montants.montant_apres)} − ${formatMoney(montants.montant_avant)} = ${formatMoney(montants.ecart)}.`
        : null,
      depuis,
    }),
    lybunt: rule({
      titre: 'LYBUNT et SYBUNT',
      formule:
        'LYBUNT (last year but unfortunately not this) : ont donné l’année précédente, pas cette année ; ce sont les perdus. SYBUNT (some year but unfortunately not this) : ont donné une année passée, pas cette année.',
      exemple:
        absents > 0
          ? `${annee} : ${formatCount(effectifs.perdus)} LYBUNT et ${formatCount(absents)} SYBUNT.`
          : null,
      depuis,
    }),
  }
}
