import { type Location, type useLoaderData, useMatches } from '@remix-run/react'
import type { ReactNode } from 'react'
import { pageTitle } from './page-title'

/** Without `url`, the page itself reloads. */
export interface AutoRefreshTarget {
  seconds: number
  url?: string
}

/** When a page reloads or redirects by itself without JavaScript; without data where it failed, or has no gifts. */
export interface Reloading<Data = never> {
  autoRefresh?: (data: Data | undefined, location: Location) => AutoRefreshTarget | null
  /** Whether it shows figures: it reloads while they are awaited. */
  hasFigures?: boolean | ((data: Data | undefined) => boolean)
}

/** What a loader's screen has of it. */
export type Loaded<Loader> = ReturnType<typeof useLoaderData<Loader>>

/** A screen's `handle`: what it says of itself, shown or failed. */
export interface Handle<Loader = never> extends Reloading<Loaded<Loader>> {
  /** Its heading and the words below it, where `Page` has no other; without gifts, always. */
  title: string
  subtitle?: string
  /** On its tab in place of the title; of its data, in place of the year too. */
  tab?: string | ((data: Loaded<Loader>) => Parameters<typeof pageTitle>)
  /** What to do next without gifts, in place of the one link. */
  empty?: ReactNode
  /** Whether to offer 'Réessayer' where it fails. */
  retry?: boolean
  /** Of a decision: what an unexpected error leaves uncertain. */
  perhaps?: string
}

/** What the page's screen says of itself, with its data if it has any: null where its action failed before its loader. */
export function useScreen() {
  const { handle, data } = useMatches().at(-1) ?? {}
  const loaded = data as { annee?: number } | null | undefined
  return { ...((handle ?? { title: '' }) as Handle), data: loaded ?? undefined }
}

/** The words of the browser's tab. */
export function useTab(): string {
  const { title, tab, data } = useScreen()
  if (typeof tab !== 'function') return pageTitle(tab ?? title, data?.annee)
  return data === undefined ? pageTitle(title) : pageTitle(...tab(data as never))
}
