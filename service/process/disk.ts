/** Whether an error, or a program's output, reports a full disk. */
export function isDiskFull(fault: unknown): boolean {
  if (typeof fault === 'string') return /No space left on device|Disk quota exceeded/i.test(fault)
  if (!(fault instanceof Error)) return false
  const { code } = fault as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' || isDiskFull(fault.message)
}

export const diskFull = (folder: string): string =>
  `Le disque est plein : libérez de la place pour ${folder}, puis relancez.`
