import { connect, type Database } from '../platform/database/connect'
import { PLACES } from './staging/places'

/** Four per file being staged; the others for two readings of tools' files, running imports and queries. */
const CONNECTIONS = PLACES * 4 + 12

/** Opens a pool dedicated to imports, so that a long import never blocks a screen. */
export const openForImports = (url: string, onError: (error: Error) => void): Database =>
  connect(url, { max: CONNECTIONS, onError })
