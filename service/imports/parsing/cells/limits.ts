/** In characters. */
export const MAX_ID = 200
export const MAX_CODE = 500

/** Maximum length of a row, and of the search for a closing quote, in bytes. */
export const MAX_ROW_BYTES = 256 * 1024

/** Earliest date of a donation, as YYYYMMDD. */
export const EARLIEST = 1900_01_01
