import { RemixBrowser } from '@remix-run/react'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { keepDrawings } from './ui/drawings'

/**
 * Resolves when the page's data are decoded. RemixBrowser throws that promise on first render; if React awaited it, a
 * key pressed meanwhile would leave the page without its scripts (React 18, error 345).
 */
async function receiveData(): Promise<void> {
  try {
    RemixBrowser({})
  } catch (waiting) {
    await waiting
  }
}

keepDrawings(document)

void receiveData().then(() =>
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  ),
)
