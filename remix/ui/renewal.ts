import { useLocation } from '@remix-run/react'
import { createContext, useContext, useState } from 'react'
import type { Fraicheur } from '#contract/rafraichissement'
import { usePolling } from './polling'
import { useReload } from './reload'
import type { ShellData } from './shell-data'

const INTERVAL_MS = 2_000

/** Whether figures are being computed, or will be. */
export const isAwaited = (fraicheur: Fraicheur | null | undefined): boolean =>
  fraicheur ? fraicheur.attendu || fraicheur.refresh_id !== null : false

const Renewed = createContext<Fraicheur | null | undefined>(undefined)

/** Of the figures, as last read; null if that failed, undefined without a shell. */
export const useFraicheur = () => useContext(Renewed)
export const FraicheurProvider = Renewed.Provider

/** Whether the page says what went wrong: to reload its data would take that away unread. */
const showsFailure = () => document.querySelector('[data-failure]') !== null

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
  const isNew = value?.calcule_le !== loaded?.calcule_le
  useReload(isNew && !showsFailure())
  return value
}

/** The message of the page, which its data do not have any more once they are reloaded. */
export function useMessage(shell: ShellData | undefined): ShellData['message'] {
  const { key } = useLocation()
  const message = shell?.message ?? null
  const [shown, setShown] = useState({ key, message })
  if (key !== shown.key || (message && message !== shown.message)) setShown({ key, message })
  return shown.message
}
