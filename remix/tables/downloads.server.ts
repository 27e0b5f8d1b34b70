import { statsGraphiques, statsMensuelles } from '#contract/dashboard.ts'
import { donationsList } from '#contract/donations.ts'
import { effetExclusion } from '#contract/exclusions.ts'
import { journalImports } from '#contract/imports.ts'
import { Annee } from '#contract/values.ts'
import { call } from '../service.server'
import {
  donationsCumulees,
  donationsParAnnee,
  montantsCumules,
  montantsParAnnee,
} from './dashboard'
import { donationsTable } from './donations'
import { effetTable } from './exclusions'
import { journalDesImports } from './imports'
import type { Table } from '../ui/table'

/** Reads what a table shows from the service; `query` is the address of the file. */
type Reader = (request: Request, query: URLSearchParams) => Promise<Table>

/** A table about one year, which the address names. */
const ofYear =
  (read: (request: Request, annee: number) => Promise<Table>): Reader =>
  (request, query) =>
    read(request, Annee.catch(new Date().getFullYear()).parse(query.get('annee')))

const yearly = (build: typeof donationsParAnnee) =>
  ofYear(async (request, annee) =>
    build(annee, await call(statsGraphiques, { params: { annee } }, request)),
  )

const monthly = (build: typeof donationsCumulees) =>
  ofYear(async (request, annee) =>
    build(annee, await call(statsMensuelles, { params: { annee } }, request)),
  )

/** Every table that can be downloaded, by the name of its file. */
export const downloads: Record<string, Reader> = {
  'donations-par-annee': yearly(donationsParAnnee),
  'montants-par-annee': yearly(montantsParAnnee),
  'donations-cumulees': monthly(donationsCumulees),
  'montants-cumules': monthly(montantsCumules),
  donations: async (request, query) => {
    const annee = Annee.parse(query.get('annee'))
    const page = Number(query.get('page') ?? 1)
    const list = await call(donationsList, { query: { page, limit: 20, year: annee } }, request)
    return donationsTable(list, { annee, details: query.has('details') })
  },
  'effet-exclusion': async (request, query) => {
    const contact_id = query.get('contact_id') ?? ''
    return effetTable(await call(effetExclusion, { params: { contact_id } }, request))
  },
  'journal-des-imports': async (request) =>
    journalDesImports(await call(journalImports, { query: { limit: 20 } }, request)),
}
