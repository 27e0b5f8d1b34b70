/** Who was thanked, and what takes one of these back. */
export const REMERCIEMENTS = '/donateurs/remerciements'
export const REPRISE_PATH = `${REMERCIEMENTS}/reprendre`
