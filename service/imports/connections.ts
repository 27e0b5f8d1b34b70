import { connect, type Database } from '../platform/database/connect'
import { PLACES } from './staging/places'

/** Four per file being staged, three per reading of a tool's file, plus some for running imports and queries. */
const CONNECTIONS = PLACES * 4 + 2 * 3 + 4

/** Opens a pool dedicated to imports, so that a long import never blocks a screen. */
export const openForImports = (url: string, onError: (error: Error) => void): Database =>
  connect(url, { max: CONNECTIONS, onError })
