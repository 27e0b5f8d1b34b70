import type { Reguliers, Rythme } from '#contract/reguliers'
import { formatCount, formatDay, formatMoney, formatPercent, plural } from '#figures/format'
import { rule } from './definition'

const SINCE = '2026-11-24'

/** Defines series and what is counted of them, with the year's numbers. */
export function defineReguliers(
  { annees, survie, mediane, a_recevoir }: Reguliers,
  delais: Record<Rythme, number>,
  annee: number,
) {
  const found = annees.find((row) => row.annee === annee)
  const before = annees.find((row) => row.annee === annee - 1)
  const first = survie[0]
  return {
    reguliers: rule({
      titre: 'Dons réguliers',
      formule:
        'Une série : quatre dons au moins d’un donateur, d’un même montant, qui se suivent tous les mois (25 à 37 jours), tous les trimestres (80 à 102) ou tous les ans (357 à 373) ; au mois et au trimestre, à quatre jours près le même jour du mois que le premier. Un don peut manquer entre deux, au mois et au trimestre mais jamais à l’année, ou un autre du même montant s’intercaler, pourvu que les pas réguliers restent, à un près, aussi nombreux ; les dons d’autres montants n’y changent rien. Le montant peut changer si l’ancien et le nouveau sont donnés deux fois au moins, et l’un des montants trois fois de suite : la série continue, en hausse ou en baisse ; au tout premier changement, sans don manquant, un seul don de l’ancien suffit, suivi de quatre autres à l’année. Trois dons font une série possible, comptée à part. Un jour compte tel qu’il est enregistré, même quand beaucoup de dons le portent.',
      exemple: found
        ? `${annee} : ${formatMoney(found.montant)} de dons réguliers, soit ${formatPercent(found.part_montant)} de la collecte ; ${plural(found.augmentes, 'donateur')} en hausse, ${formatCount(found.diminues)} en baisse.`
        : null,
      depuis: SINCE,
    }),
    'reguliers-actifs': rule({
      titre: 'Donateurs réguliers actifs, démarrés, arrêtés',
      formule: `Un donateur est régulier du premier don d’une série jusqu’à 1,6 période après le dernier : ${delais.mensuel} jours, ${delais.trimestriel} ou ${delais.annuel}, le premier où il ne l’est plus ; deux séries qui se suivent ou se recouvrent n’en font qu’une. Une série n’est connue qu’à son quatrième don : un mois passé peut donc encore changer. Sur l’année, chacun compte une fois. Taux d’arrêt : arrêtés ÷ (actifs à la fin de l’année précédente + démarrés).`,
      exemple: found
        ? `${annee} : ${formatCount(before?.actifs_fin ?? 0)} actifs au départ, ${plural(found.demarres, 'démarré')}, ${plural(found.arretes, 'arrêté')}, ${formatCount(found.actifs_fin)} actifs à la fin${found.taux_arret === null ? '' : ` ; taux d’arrêt ${formatPercent(found.taux_arret)}`}.`
        : null,
      depuis: SINCE,
    }),
    'reguliers-survie': rule({
      titre: 'Durée des séries',
      formule:
        'Estimation de Kaplan-Meier : de mois en mois depuis celui du premier don, la part des séries qui durent est multipliée par (1 − arrêts du mois ÷ séries encore suivies). Les séries actives comptent jusqu’au dernier jour des données ; comme une série a quatre dons au moins, aucune ne s’arrête avant. Durée médiane : le premier mois où il en reste moins de la moitié.',
      exemple: first
        ? `${plural(first.risque, 'série suivie', 'séries suivies')} ; ${mediane === null ? `durée médiane de plus de ${formatCount(survie.length - 1)} mois` : `durée médiane de ${formatCount(mediane)} mois`}.`
        : null,
      depuis: SINCE,
    }),
    'reguliers-attendus': rule({
      titre: 'Encore à recevoir d’ici fin décembre',
      formule:
        'Pour chaque série active, son dernier montant à chacune de ses dates à venir cette année, multiplié par (1 − arrêt mensuel) autant de fois qu’il reste de mois jusque-là. Arrêt mensuel : arrêtés des douze derniers mois complets ÷ somme des actifs au début de chacun. L’essai fait de même au même jour des années passées (le 29 février vaut le 28 les autres années), avec les séries connues ce jour-là, et compare à ce qu’elles ont donné ensuite.',
      exemple: a_recevoir
        ? `Au ${formatDay(a_recevoir.au)} : ${formatMoney(a_recevoir.sans_arret)} sans aucun arrêt, ${formatMoney(a_recevoir.montant)} avec ${formatPercent(a_recevoir.arret_mensuel)} d’arrêt par mois.`
        : null,
      depuis: SINCE,
    }),
  }
}
