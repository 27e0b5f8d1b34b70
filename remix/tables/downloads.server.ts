import { collectTables } from './define.server'

/** Every downloadable table by file name: those defined in this folder. */
export const downloads = collectTables(
  import.meta.glob<object>(['./*.server.ts', '!./downloads.server.ts'], { eager: true }),
)
