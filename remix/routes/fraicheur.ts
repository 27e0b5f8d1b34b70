import type { LoaderFunctionArgs } from '@remix-run/node'
import { fraicheur } from '#contract/rafraichissement'
import { readOnly, refusedAsJson } from '../service/refused.server'
import { call } from '../service/service.server'

/** Polled while figures are awaited. */
export async function loader({ request }: LoaderFunctionArgs) {
  return call(fraicheur, {}, request).then((fresh) => Response.json(fresh), refusedAsJson)
}

export const action = readOnly
