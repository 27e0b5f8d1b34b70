import { sql } from 'kysely'
import { connect, type Db } from '../../service/platform/database/connect'
import { measureCorpus, type Mesure } from '../support/corpus/mesurer'
import type { Culture } from '../support/genres/bases'
import { createEnsemble } from '../support/genres/ensemble'
import { withDatabase } from './base'
import { printTable } from './table'

const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`

function print(culture: string, { genres }: Mesure, visibles: ReadonlySet<string>): void {
  const parts = [...genres]
  const sum = (of: typeof parts) => ({
    total: of.reduce((all, [, { total }]) => all + total, 0),
    montres: of.reduce((all, [, { montres }]) => all + montres, 0),
    vagues: of.reduce((all, [, { vagues }]) => all + vagues, 0),
  })
  printTable(
    [culture, 'truth', 'planted', 'shown', 'in a wave', 'by'],
    parts.map(([genre, { faux, total, montres, vagues, regles }]) => [
      genre,
      faux ? 'fake' : 'honest',
      String(total),
      String(montres),
      String(vagues),
      [...regles.keys()].toSorted().join(' '),
    ]),
  )
  const fakes = sum(parts.filter(([, { faux }]) => faux))
  const seen = sum(parts.filter(([genre]) => visibles.has(genre)))
  const honest = sum(parts.filter(([genre, { faux }]) => !faux && genre !== 'le reste de la base'))
  const rest = sum(parts.filter(([genre]) => genre === 'le reste de la base'))
  const kinds = parts.filter(
    ([, { faux, montres, vagues, total }]) => faux && (montres + vagues) * 2 >= total,
  ).length
  console.log()
  printTable(
    ['of the set', 'figure', 'goal'],
    [
      ['fakes that anybody sees, shown', percent(seen.montres + seen.vagues, seen.total), '≥ 70 %'],
      ['all fakes, shown', percent(fakes.montres + fakes.vagues, fakes.total), '≥ 50 %'],
      [
        'kinds of fakes, half of them shown',
        `${kinds} of ${parts.filter(([, { faux }]) => faux).length}`,
        '',
      ],
      [
        'fakes among the planted shown',
        percent(fakes.montres, fakes.montres + honest.montres),
        '≥ 95 %',
      ],
      ['donors of the base, shown', percent(rest.montres, rest.total), '≤ 0.2 %'],
    ],
  )
  console.log()
}

const clear = (db: Db) =>
  sql`truncate donateurs, donations, mots_contacts, signalements, donateurs_signales`.execute(db)

/** Planted fakes and honest odd people, by kind, in bases of these cultures: how many are shown. */
export default async function run(asked: string[]): Promise<void> {
  const cultures = (asked.length > 0 ? asked : ['paroisse', 'soiree']) as Culture[]
  await withDatabase(async ({ ownerUrl, url }) => {
    const owner = connect(ownerUrl, { statementTimeout: 0 })
    const { db, close } = connect(url, { statementTimeout: 0 })
    for (const culture of cultures) {
      await clear(owner.db)
      const { base, corpus, visibles } = createEnsemble(culture, 20_000, 7)
      print(culture, await measureCorpus(db, base, corpus), visibles)
      const { rows } = await sql<{ regle: string; points: number; porteurs: number }>`
        select regle, points, porteurs from regles_etat order by regle, points`.execute(db)
      console.log(
        `${rows.map(({ regle, points, porteurs }) => `${regle} ${points}: ${porteurs}`).join(', ')}\n`,
      )
      await clear(owner.db)
      const alone = createEnsemble(culture, 20_000, 8).base
      const { genres } = await measureCorpus(db, alone, {
        ...alone,
        fiches: [],
        dons: [],
        verites: new Map(),
        exclus: [],
      })
      const part = genres.get('le reste de la base')
      console.log(
        `${culture}, nothing planted: ${part?.montres} of ${part?.total} shown (${percent(part?.montres ?? 0, part?.total ?? 0)})\n`,
      )
    }
    await close()
    await owner.close()
  })
}
