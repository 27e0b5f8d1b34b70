import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import {
  type Fidelite,
  fidelite,
  type FideliteParAnnee,
  fideliteParAnnee,
  type Groupe,
  GROUPES,
  TAUX,
  type TauxFidelite,
} from '#contract/fidelite'
import { formatCount, formatMoney, formatPercent } from '#figures/format'
import { centsOf, rateOf, sum } from '#figures/ratios'
import type { Db } from '../database/connect'
import { inSnapshot } from '../database/snapshot'
import { analysis } from './analysis'
import { regle } from './definition'
import { type Horizons, readHorizons } from './horizon'

export function registerFidelite(app: FastifyInstance, { db }: { db: Db }): void {
  analysis(app, db, fideliteParAnnee, () => readToutes(db))
  analysis(app, db, fidelite, ({ params }) => readFidelite(db, params.annee))
}

/** Donors of a year, see the view `mouvements_a_jour`; amounts are cents. */
interface Ligne {
  annee: number
  recul: number
  sens: number
  revenu: boolean
  donateurs: number
  cents: number
  centsAvant: number
}

const isNouveau = ({ recul }: Pick<Ligne, 'recul'>) => recul === 0
const isConserve = ({ recul }: Pick<Ligne, 'recul'>) => recul === 1
const isReactive = ({ recul }: Pick<Ligne, 'recul'>) => recul > 1

const donateursOf = (lignes: readonly Ligne[]) => sum(lignes.map(({ donateurs }) => donateurs))
const centsIn = (lignes: readonly Ligne[]) => sum(lignes.map(({ cents }) => cents))

/** What rates divide; amounts are cents. `conserves` are parted by what they were in the year before. */
interface Parts {
  precedents: { nouveaux: number; reactives: number; fideles: number }
  conserves: { nouveaux: number; reactives: number; fideles: number }
  nouveaux: number
  reactives: number
  historiques: number
  cents: {
    precedent: number
    /** What those who were kept gave then, and now. */
    avant: number
    conserves: number
    nouveaux: number
    annee: number
  }
}

const all = ({ nouveaux, reactives, fideles }: Parts['conserves']) => nouveaux + reactives + fideles

const AUCUN: TauxFidelite = Object.fromEntries(TAUX.map((taux) => [taux, null])) as TauxFidelite

function tauxOf(parts: Parts): TauxFidelite {
  const { precedents, conserves, nouveaux, reactives, historiques, cents } = parts
  const before = all(precedents)
  const kept = all(conserves)
  return {
    fidelisation: rateOf(kept, before),
    attrition: rateOf(before - kept, before),
    fidelisation_nouveaux: rateOf(conserves.nouveaux, precedents.nouveaux),
    fidelisation_reactives: rateOf(conserves.reactives, precedents.reactives),
    fidelisation_fideles: rateOf(conserves.fideles, precedents.fideles),
    reactivation: rateOf(reactives, historiques - before),
    acquisition: rateOf(nouveaux, before),
    couverture: rateOf(nouveaux + reactives, before - kept),
    montant_conserve: rateOf(cents.conserves, cents.precedent),
    evolution_conserves: rateOf(cents.conserves, cents.avant),
    part_nouveaux: rateOf(cents.nouveaux, cents.annee),
  }
}

/** What the rates of a year divide, the whole year long. */
function partsOf(lignes: readonly Ligne[], annee: number): Parts {
  const now = lignes.filter((ligne) => ligne.annee === annee)
  const before = lignes.filter((ligne) => ligne.annee === annee - 1)
  const group = (of: readonly Ligne[]) => ({
    nouveaux: donateursOf(of.filter(isNouveau)),
    reactives: donateursOf(of.filter(isReactive)),
    fideles: donateursOf(of.filter(isConserve)),
  })
  const kept = now.filter(isConserve)
  return {
    precedents: group(before),
    conserves: group(before.filter(({ revenu }) => revenu)),
    nouveaux: donateursOf(now.filter(isNouveau)),
    reactives: donateursOf(now.filter(isReactive)),
    historiques: donateursOf(lignes.filter((ligne) => ligne.annee < annee && isNouveau(ligne))),
    cents: {
      precedent: centsIn(before),
      avant: sum(kept.map(({ centsAvant }) => centsAvant)),
      conserves: centsIn(kept),
      nouveaux: centsIn(now.filter(isNouveau)),
      annee: centsIn(now),
    },
  }
}

interface Arrivees {
  annee: number
  au: string
  nouveaux_conserves: number
  reactives_conserves: number
  fideles_conserves: number
  nouveaux: number
  reactives: number
  montant_avant: number
  montant_conserves: number
  montant_nouveaux: number
  montant_reactives: number
}

/** What the year before the running one had seen by the same day; none where its days are not those published. */
async function readArrivees(
  tx: Db,
  { present, publie, unAnAvant: au, enCours }: Horizons,
): Promise<Arrivees | undefined> {
  if (enCours === null || present?.slice(0, 4) !== publie?.slice(0, 4)) return undefined
  const annee = enCours - 1
  const { rows } = await sql<Arrivees>`
    select
      ${annee}::int as annee,
      ${au}::date as au,
      coalesce(sum(nouveaux_conserves), 0)::bigint as nouveaux_conserves,
      coalesce(sum(reactives_conserves), 0)::bigint as reactives_conserves,
      coalesce(sum(fideles_conserves), 0)::bigint as fideles_conserves,
      coalesce(sum(nouveaux), 0)::bigint as nouveaux,
      coalesce(sum(reactives), 0)::bigint as reactives,
      coalesce(sum(montant_avant), 0) as montant_avant,
      coalesce(sum(montant_conserves), 0) as montant_conserves,
      coalesce(sum(montant_nouveaux), 0) as montant_nouveaux,
      coalesce(sum(montant_reactives), 0) as montant_reactives
    from fidelite_par_jour_a_jour
    where annee = ${annee} and jour <= ${au}::date`.execute(tx)
  return rows[0]
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
  lignes: Ligne[]
  enCours: number | null
  arrivees: Arrivees | undefined
}

const readEtat = (db: Db): Promise<Etat> =>
  inSnapshot(db, async (tx) => {
    const { rows } = await sql<Ligne & { montant: number; montant_precedent: number }>`
      select
        annee, recul, sens, revenu,
        sum(donateurs)::bigint as donateurs,
        sum(montant) as montant,
        sum(montant_precedent) as montant_precedent
      from mouvements_a_jour
      group by annee, recul, sens, revenu`.execute(tx)
    const horizons = await readHorizons(tx)
    return {
      lignes: rows.map(({ montant, montant_precedent, ...ligne }) => ({
        ...ligne,
        cents: centsOf(montant),
        centsAvant: centsOf(montant_precedent),
      })),
      enCours: horizons.enCours,
      arrivees: await readArrivees(tx, horizons),
    }
  })

/** The first year with a gift and the last; Infinity and -Infinity without any. */
function limitsOf({ lignes }: Etat) {
  const annees = lignes.map(({ annee }) => annee)
  return { premiere: Math.min(...annees), derniere: Math.max(...annees) }
}

function describe(etat: Etat, annee: number) {
  const { lignes, enCours, arrivees } = etat
  const { premiere } = limitsOf(etat)
  const en_cours = annee === enCours
  const debut_du_fichier = annee <= premiere
  return {
    annee,
    en_cours,
    debut_du_fichier,
    taux: debut_du_fichier ? AUCUN : tauxOf(partsOf(lignes, annee)),
    a_date:
      en_cours && arrivees && arrivees.annee > premiere
        ? {
            annee: arrivees.annee,
            au: arrivees.au,
            taux: tauxOf(partsAt(partsOf(lignes, arrivees.annee), arrivees)),
          }
        : null,
  }
}

/** Who is in each group: of the year, or of the year before for those who did not give again. */
const MEMBRES: Record<Groupe, { parti: boolean; has: (ligne: Ligne) => boolean }> = {
  nouveaux: { parti: false, has: isNouveau },
  reactives: { parti: false, has: isReactive },
  hausse: { parti: false, has: (ligne) => isConserve(ligne) && ligne.sens > 0 },
  stables: { parti: false, has: (ligne) => isConserve(ligne) && ligne.sens === 0 },
  baisse: { parti: false, has: (ligne) => isConserve(ligne) && ligne.sens < 0 },
  perdus_nouveaux: { parti: true, has: (ligne) => !ligne.revenu && isNouveau(ligne) },
  perdus_autres: { parti: true, has: (ligne) => !ligne.revenu && !isNouveau(ligne) },
}

const euros = (before: number, now: number) => ({
  montant_avant: before / 100,
  montant_apres: now / 100,
  ecart: (now - before) / 100,
})

function mouvementOf(lignes: readonly Ligne[], annee: number, groupe: Groupe) {
  const { parti, has } = MEMBRES[groupe]
  const members = lignes.filter(
    (ligne) => ligne.annee === (parti ? annee - 1 : annee) && has(ligne),
  )
  const before = parti ? centsIn(members) : sum(members.map(({ centsAvant }) => centsAvant))
  return {
    groupe,
    donateurs: donateursOf(members),
    ...euros(before, parti ? 0 : centsIn(members)),
  }
}

async function readFidelite(db: Db, annee: number): Promise<Fidelite> {
  const etat = await readEtat(db)
  const { precedents, conserves, nouveaux, reactives, historiques, cents } = partsOf(
    etat.lignes,
    annee,
  )
  const [before, kept] = [all(precedents), all(conserves)]
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
    mouvements: GROUPES.map((groupe) => mouvementOf(etat.lignes, annee, groupe)),
    montants: euros(cents.precedent, cents.annee),
  }
}

async function readToutes(db: Db): Promise<FideliteParAnnee> {
  const etat = await readEtat(db)
  const { premiere, derniere } = limitsOf(etat)
  const annees = etat.lignes.length > 0 ? derniere - premiere + 1 : 0
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
