import { collectClasseurs, collectTables } from './define.server'

const modules = import.meta.glob<object>('../screens/**/*table.server.ts', { eager: true })

/** Every downloadable table by file name: those of all screens. */
export const downloads = collectTables(modules)

/** Likewise the screens with a workbook, by the last segment of their address. */
export const CLASSEURS = collectClasseurs(modules)
