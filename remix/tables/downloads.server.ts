import { collectTables } from './define.server'

/** Every table that can be downloaded, by the name of its file: those that this folder defines. */
export const downloads = collectTables(
  import.meta.glob<object>(['./*.server.ts', '!./downloads.server.ts'], { eager: true }),
)
