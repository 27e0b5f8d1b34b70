const SHORT: Record<string, string> = {
  'Trimestre 1': 'T1',
  'Trimestre 2': 'T2',
  'Juillet-Août': 'Juil\nAoût',
  Septembre: 'Sep',
  Octobre: 'Oct',
  Novembre: 'Nov',
  Décembre: 'Déc',
}

/** Abbreviates a period's name. */
export const shortPeriod = (periode: string): string => SHORT[periode] ?? periode
