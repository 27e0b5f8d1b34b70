import { useLocation } from '@remix-run/react'
import { createContext, useContext, useState } from 'react'
import type { Fraicheur } from '#contract/rafraichissement'
import { usePolling } from './polling'
import { useReload } from './reload'
import type { ShellData } from './shell-data'

const INTERVAL_MS = 2_000

/** Whether figures, or the donors to review in them, are being looked for, or will be. */
export const isAwaited = (fraicheur: Fraicheur | null | undefined): boolean =>
  fraicheur
    ? fraicheur.attendu || fraicheur.avancement !== null || fraicheur.suspects_attendus
    : false

const Renewed = createContext<Fraicheur | null | undefined>(undefined)

/** Of the figures, as last read; null if that failed, undefined without a shell. */
export const useFraicheur = () => useContext(Renewed)
export const FraicheurProvider = Renewed.Provider

/** Whether the page says what went wrong, or answers a form: to reload its data would take that away. */
const hasToStay = () => document.querySelector('[data-stays]') !== null

/** Polls the freshness while figures are awaited; once there are new ones, the page reloads its data. */
export function useRenewal(shell: ShellData | undefined): Fraicheur | null | undefined {
  const loaded = shell?.fraicheur
  const { value } = usePolling({
    url: shell?.refresh ? null : '/fraicheur',
    intervalMs: INTERVAL_MS,
    first: loaded,
    goesOn: isAwaited,
    afterFailure: 'continue',
  })
  const isNew =
    value?.calcule_le !== loaded?.calcule_le ||
    value?.suspects_attendus !== loaded?.suspects_attendus
  useReload(isNew && !hasToStay())
  return value
}

/** The message of the page, which its data do not have any more once they are reloaded. */
export function useMessage(shell: ShellData | undefined): ShellData['message'] {
  const { key } = useLocation()
  const message = shell?.message ?? null
  const [shown, setShown] = useState({ key, message, shell })
  if (key !== shown.key)
    // After a form that was refused the shell is that of the page before.
    setShown({ key, message: shell === shown.shell ? null : message, shell })
  else if (shell !== shown.shell) setShown({ key, message: message ?? shown.message, shell })
  return shown.message
}
