import type { ListeQuery } from '#contract/listes'
import { csvField, csvHeader, csvJoin } from '#files/csv'
import { colonnesListe } from '#files/listes-columns'
import type { Db } from '../../platform/database/connect'
import { readAll } from './lignes'
import type { Question } from './question'

/** Streams a list as CSV for French Excel, from one snapshot. */
export async function* writeListe(db: Db, question: Question): AsyncGenerator<string> {
  const { ensemble, demande } = question
  const columns = colonnesListe(ensemble.montants(demande), 'fichier')
  yield csvHeader(
    columns.map(({ title, format }) => (format === 'montant' ? `${title} (€)` : title)),
  )
  for await (const donateurs of readAll(db, question))
    yield donateurs
      .map((donateur) => csvJoin(columns.map(({ of, format }) => csvField(of(donateur), format))))
      .join('')
}

/** `donateurs-dormants-2024.csv` */
export const nameFile = ({ ensemble, annee, cohorte }: ListeQuery): string =>
  `${['donateurs', ensemble, cohorte, annee].filter(Boolean).join('-').replaceAll('_', '-')}.csv`
