import { plural } from '#figures/format'

/** A row's name: that of « Autres » says how many codes it stands for, and a code of that name is only itself. */
export const nameRow = ({ code, regroupe }: { code: string; regroupe: number | null }): string =>
  regroupe === null ? code : `${code} (${plural(regroupe, 'code')})`
