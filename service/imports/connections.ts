import { connect, type Database } from '../platform/database/connect'
import { PLACES } from './staging/places'

/** Four a file that is read, and some for what is imported and asked meanwhile. */
const CONNECTIONS = PLACES * 4 + 4

/** Opens the connections of the imports: their own, so that a long import never keeps a screen waiting. */
export const openForImports = (url: string, onError: (error: Error) => void): Database =>
  connect(url, { max: CONNECTIONS, onError })
