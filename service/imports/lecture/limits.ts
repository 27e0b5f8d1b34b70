/** In characters. */
export const MAX_ID = 200
export const MAX_CODE = 500

/** The first day that a donation may bear, as YYYYMMDD. */
export const EARLIEST = 1900_01_01
