import { useRouteLoaderData } from '@remix-run/react'
import type { Fraicheur, RefreshStatus } from '#contract/rafraichissement'
import type { SuspectsCodes } from '#contract/suspects'
import type { Weights } from './suspects'

/** Outcome of the form that led to this page; `champ` names the refused field, `suite` is what to do next. */
export interface Message {
  ton: 'succes' | 'attention' | 'erreur'
  titre?: string | undefined
  texte: string
  champ?: string | undefined
  suite?: { href: string; texte: string } | undefined
}

/** Who decides; `vouched` where a proxy says so, else a name that somebody typed. */
export interface Decideur {
  nom: string
  vouched: boolean
}

/** The root's data, for every screen. */
export interface ShellData {
  connecte: boolean
  /** Null if it could not be read. */
  fraicheur: Fraicheur | null
  /** The refresh named by the URL, or why it cannot be followed. */
  refresh: { status: RefreshStatus } | { failure: string } | null
  /** How many donors, and groups of contacts, are proposed to be looked at; null outside of their section, or unread. */
  counts: Record<'suspects' | 'doublons', number | null> | null
  /** The page's year; what the donors to review weigh in it, in its codes, and in the latest if that is another; null if unread. */
  suspects: { annee: number | null; asked: Weights; codes: SuspectsCodes | null; latest: Weights }
  message: Message | null
  decideur: Decideur
  /** The request's id in the logs. */
  requete: string | null
}

/** Id of the alert that shows the message. */
export const MESSAGE_ID = 'message'

/** The root's data; undefined if the shell could not be loaded. */
export const useShell = (): ShellData | undefined => useRouteLoaderData<ShellData>('root')
