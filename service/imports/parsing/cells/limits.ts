/** In characters. */
export const MAX_ID = 200
export const MAX_CODE = 500

/** A row, and how far an open quote is followed, is at most so long. In bytes. */
export const MAX_ROW_BYTES = 256 * 1024

/** The first day that a donation may have, as YYYYMMDD. */
export const EARLIEST = 1900_01_01
