import { plural } from '#figures/format'

/** A row's name: « Autres » states how many codes it stands for, unlike a code of that name. */
export const nameRow = ({ code, regroupe }: { code: string; regroupe: number | null }): string =>
  regroupe === null ? code : `${code} (${plural(regroupe, 'code')})`
