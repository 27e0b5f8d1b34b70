import type { LoaderFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import { donationsCsv, DonationsFiltres } from '#contract/donations'
import { filtersOf } from '../../forms/filters.server'
import { passOnFile } from '../../service/pass-on.server'
import { readOnly } from '../../service/refused.server'

/** All donations of a year matching the filters, as CSV in screen order. */
export async function loader({ request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams
  const filters = filtersOf(asked, [...DonationsFiltres.keyof().options, 'tri'])
  const query = {
    ...(filters as z.input<typeof DonationsFiltres>),
    year: asked.get('annee') ?? '',
    details: asked.has('details') ? '1' : undefined,
  } as const
  return passOnFile(donationsCsv, { query }, request)
}

export const action = readOnly
