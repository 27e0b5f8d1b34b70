import { useRouteLoaderData } from '@remix-run/react'
import type { Fraicheur, RefreshStatus } from '#contract/rafraichissement'
import type { Suspects } from '#contract/suspects'

/** What the donors to review weigh in a year; null if that could not be read. */
export type Weights = Suspects | null

/** The rows of a screen by code that they bend, of `total`: each without them, in words. */
export interface WeighedCodes {
  annee: number
  total: number
  lines: string[]
}

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
  /**
   * The page's year; what the donors to review weigh in it, in its codes, and in the latest if that is another; and the
   * notice that they were not looked for yet among all imports, or that this could not be read.
   */
  suspects: {
    annee: number | null
    asked: Weights
    codes: WeighedCodes | null
    latest: Weights
    awaited: string | null
  }
  message: Message | null
  decideur: Decideur
  /** The request's id in the logs. */
  requete: string | null
}

/** Id of the alert that shows the message. */
export const MESSAGE_ID = 'message'

/** The root's data; undefined if the shell could not be loaded. */
export const useShell = (): ShellData | undefined => useRouteLoaderData<ShellData>('root')
