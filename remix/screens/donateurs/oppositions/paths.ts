/** Who must not be written to, and what takes one of them off. */
export const OPPOSITIONS = '/donateurs/oppositions'
export const LEVEE_PATH = `${OPPOSITIONS}/lever`
