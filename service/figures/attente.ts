import { capital } from './format'

/** Why nothing is good, bad, reached or projected before the reasons of the donors to review are looked for. */
export const PAS_CHERCHES =
  'les donateurs à vérifier n’ont pas encore été recherchés parmi les derniers imports'

const rienNEstDit = (pourquoi: string) =>
  `${capital(pourquoi)}\u00A0: rien n’est dit en hausse, en baisse ni atteint.`

/** The same of a screen, as its notice. */
export const RIEN_N_EST_DIT = rienNEstDit(PAS_CHERCHES)

/** The notice of a screen that could not read them. */
export const RIEN_N_EST_LU = `${rienNEstDit('les donateurs à vérifier n’ont pas pu être lus')} Rechargez la page.`
