import { ADDRESSES } from '../../remix/routes'

/** Every path of the web app, as its site map has it. */
export const CHEMINS: readonly string[] = ADDRESSES.flatMap(({ path }) => path ?? [])
