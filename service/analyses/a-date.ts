import { type ADate, aDate } from '#contract/a-date'
import { formatDay, formatMoney } from '#figures/format'
import type { Db } from '../platform/database/connect'
import { type Analysis, call, type Given } from './analysis'
import { compareYears } from './comparer-annees'
import { rule } from './definition'
import { whyWithheld } from './suspects'

export default {
  section: 'Dashboard',
  calls: [call(aDate, ({ db, params, query }) => readADate(db, params.annee, query.au))],
  definitions: defineADate,
} satisfies Analysis

/** Every year up to the requested day, or the horizon's; no projection while one donor to review weighs too much. */
export async function readADate(db: Db, annee: number, asked: string | undefined): Promise<ADate> {
  const compared = await compareYears(db, annee, asked)
  const why = compared.projection && (await whyWithheld(db, annee))
  return why ? { ...compared, projection: null, sans_projection: why } : compared
}

/** Defines year-to-date comparisons and the projection, with a year's figures as examples. */
async function defineADate({ db }: Given, annee: number) {
  const { data, controle, projection } = await readADate(db, annee, undefined)
  const year = data.at(-1)
  const before = data.at(-2)
  const last = controle.at(-1)
  return {
    'a-date': rule({
      titre: 'À date',
      formule:
        'Chaque année du 1er janvier jusqu’au même jour, celui du dernier don connu (le 29 février vaut le 28 les autres années). Évolution : (année − année précédente) ÷ année précédente, toutes deux à ce jour. Sans comparaison si le cinquième des dons de l’une des deux, ou plus, est d’un seul jour.',
      exemple:
        year && before && year.donations > 0
          ? `Au ${formatDay(year.au)} : ${formatMoney(year.montant)} ; au ${formatDay(before.au)} : ${formatMoney(before.montant)}.`
          : null,
      depuis: '2026-11-22',
    }),
    projection: rule({
      titre: 'Projection de l’année en cours',
      formule:
        'Valeur à date × exp(moyenne de g), g étant ln(total ÷ valeur à date) des années complètes précédentes : cinq au plus, trois au moins, la première du fichier exceptée. L’intervalle contient le résultat quatre fois sur cinq si ces années se ressemblent : exp(moyenne ± t · s · √(1 + 1/k)), t de Student à 0,90. Contrôle : la même méthode, le même jour, sur chaque année passée ; au-delà de 25 % d’erreur moyenne, aucune projection. Aucune non plus tant qu’un seul donateur à vérifier pèse plus du dixième du montant de l’année, ni avant que ces donateurs aient été recherchés parmi les derniers imports.',
      exemple: projection
        ? `${annee} : ${formatMoney(projection.montant.valeur)}, entre ${formatMoney(projection.montant.bas)} et ${formatMoney(projection.montant.haut)}.`
        : last
          ? `${last.annee} : ${formatMoney(last.projete)} projetés, ${formatMoney(last.reel)} à la fin.`
          : null,
      version: 3,
      depuis: '2026-11-30',
    }),
  }
}
