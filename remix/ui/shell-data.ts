import { useRouteLoaderData } from '@remix-run/react'
import type { Fraicheur, RefreshStatus } from '#contract/rafraichissement'

/** Outcome of the form that led to this page; `champ` names the field that was refused. */
export interface Message {
  ton: 'succes' | 'erreur'
  titre?: string | undefined
  texte: string
  champ?: string | undefined
}

/** What the root loads for every screen. */
export interface ShellData {
  connecte: boolean
  /** Null if it could not be read. */
  fraicheur: Fraicheur | null
  /** The refresh that the address names, or why it cannot be followed. */
  refresh: { status: RefreshStatus } | { failure: string } | null
  message: Message | null
  /** Id of the page's request in the logs. */
  requete: string | null
}

/** Id of the alert that shows the message. */
export const MESSAGE_ID = 'message'

/** The root's data; undefined on a page whose shell could not be loaded. */
export const useShell = (): ShellData | undefined => useRouteLoaderData<ShellData>('root')
