import type { ListeQuery } from '#contract/listes'
import { csvField, csvHeader, csvJoin } from '#files/csv'
import { colonnesListe } from '#files/listes-columns'
import type { Db } from '../../platform/database/connect'
import { readAll } from './lignes'
import { joursDe, type Question } from './question'

/** Streams a list as CSV for French Excel, from one snapshot. */
export async function* writeListe(db: Db, question: Question): AsyncGenerator<string> {
  const { ensemble, demande } = question
  const columns = colonnesListe(
    { montants: ensemble.montants(demande), ...joursDe(question) },
    'fichier',
  )
  yield csvHeader(
    columns.map(({ title, format }) => (format === 'montant' ? `${title} (€)` : title)),
  )
  for await (const donateurs of readAll(db, question))
    yield donateurs
      .map((donateur) => csvJoin(columns.map(({ of, format }) => csvField(of(donateur), format))))
      .join('')
}

/** What a list is named by otherwise, and what no file name may bear: what is searched, or was kept or pasted. */
const UNSAID: readonly string[] = ['ensemble', 'annee', 'cohorte', 'tri', 'q', 'liste', 'sans']

const NAME_MAX = 150

/** `donateurs-dormants-2024-montant-min-100-avec-email.csv`; of a code only what a file name bears anywhere. */
export function nameFile(query: ListeQuery): string {
  const { ensemble, annee, cohorte } = query
  const said = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || UNSAID.includes(name)
      ? []
      : name === 'avec_email'
        ? [name]
        : [
            name,
            String(value)
              .replaceAll(/[^\d.A-Za-z]+/g, '-')
              .slice(0, 40),
          ],
  )
  const name = ['donateurs', ensemble, cohorte, annee, ...said].filter(Boolean).join('-')
  return `${name.replaceAll('_', '-').slice(0, NAME_MAX)}.csv`
}
