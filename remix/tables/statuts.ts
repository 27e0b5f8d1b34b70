/** The statuses in order, with their colours and meaning in a year. */
export const STATUTS = [
  {
    key: 'actifs',
    title: 'Actifs',
    mark: '1',
    meaning: (annee: number) => `ont donné en ${annee}`,
  },
  {
    key: 'dormants',
    title: 'Dormants',
    mark: '3',
    meaning: (annee: number) => `ont donné pour la dernière fois en ${annee - 1}`,
  },
  {
    key: 'inactifs',
    title: 'Inactifs',
    mark: '2',
    meaning: (annee: number) => `ont donné pour la dernière fois en ${annee - 2}`,
  },
  {
    key: 'tres_inactifs',
    title: 'Très inactifs',
    mark: '4',
    meaning: (annee: number) => `ont donné pour la dernière fois avant ${annee - 2}`,
  },
] as const

export { STATUT_TITRES } from '#files/statuts'

/** Last day of each period. */
const LAST_DAYS: Record<string, string> = {
  'Trimestre 1': '03-31',
  'Trimestre 2': '06-30',
  Septembre: '09-30',
  Octobre: '10-31',
  Novembre: '11-30',
  Décembre: '12-31',
}

/** The periods that had begun on the last day of the data, `reach`; all of a year that is over. */
export const begun = <Row extends { periode: string }>(
  periodes: readonly Row[],
  annee: number,
  reach: string | undefined,
): Row[] =>
  periodes.filter((_, index) => {
    const before = periodes[index - 1]
    return before === undefined || reach === undefined || asOf(annee, before.periode) < reach
  })

/** The last day of a period. */
export const asOf = (annee: number, periode: string): string =>
  `${annee}-${LAST_DAYS[periode] ?? '12-31'}`
