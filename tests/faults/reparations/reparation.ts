/**
 * One thing that attacks, an audit or damaged files broke in version 0.1.0, what holds since, and the tests that
 * caused it first: their files below tests/ and parts of their titles.
 */
export interface Reparation {
  /** Which finding: `A1`, `D3`; its neighbours, found beside it, bear the same code. */
  code: string
  panne: string
  depuis: string
  tests: Record<string, readonly string[]>
}
