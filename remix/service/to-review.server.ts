import { aVerifierChoisis } from '#contract/verification'
import { call, quietly } from './service.server'

/** So many contacts are asked about at once. */
const AT_ONCE = 100

/** Which of these contacts are still to be looked at as possible fakes; none if that cannot be read. */
export async function readToReview(
  request: Request,
  contacts: readonly string[],
): Promise<string[]> {
  const all = [...new Set(contacts)]
  const parts: string[][] = []
  for (let at = 0; at < all.length; at += AT_ONCE) parts.push(all.slice(at, at + AT_ONCE))
  const found = await Promise.all(
    parts.map((part) => call(aVerifierChoisis, { body: { contacts: part } }, request)),
  ).catch(quietly('donateurs à vérifier'))
  return (found ?? []).flatMap(({ donateurs }) => donateurs.map(({ contact_id }) => contact_id))
}
