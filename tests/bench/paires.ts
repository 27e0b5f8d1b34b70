import { sql } from 'kysely'
import { connect } from '../../service/platform/database/connect'
import { createPaires, type Culture } from '../support/paires/ensemble'
import { type Mesure, mesurerPaires } from '../support/paires/mesurer'
import { withDatabase } from './base'
import { printTable } from './table'

const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`

function print(culture: string, { genres, sures, autres, fausses }: Mesure): void {
  const parts = [...genres]
  printTable(
    [culture, 'truth', 'pairs', 'proposed', 'sure', 'by'],
    parts.map(([genre, { memes, total, proposees, sures: sure, regles }]) => [
      genre,
      memes ? 'one' : 'two',
      String(total),
      String(proposees),
      String(sure),
      [...regles].toSorted().join(' '),
    ]),
  )
  const same = parts.filter(([, { memes }]) => memes)
  const sum = (of: (genre: { total: number; proposees: number }) => number) =>
    same.reduce((all, [, genre]) => all + of(genre), 0)
  console.log()
  printTable(
    ['of the set', 'figure', 'goal'],
    [
      [
        'pairs that are one person, proposed',
        percent(
          sum(({ proposees }) => proposees),
          sum(({ total }) => total),
        ),
        '≥ 80 %',
      ],
      [
        'pairs called sure that are one person',
        `${percent(sures.justes, sures.trouvees)} of ${sures.trouvees}`,
        '≥ 99 %',
      ],
      [
        'other proposed pairs that are one person',
        `${percent(autres.justes, autres.trouvees)} of ${autres.trouvees}`,
        '≥ 70 %',
      ],
    ],
  )
  console.log()
  for (const line of fausses) console.log(`sure, and two: ${line}`)
  console.log()
}

/**
 * Pairs of people, one or two, by kind, in bases of these cultures: which are proposed, and which are called sure. `paroisse:2`
 * is another draw of that culture.
 */
export default async function run(asked: string[]): Promise<void> {
  const cultures = asked.length > 0 ? asked : ['annuaire', 'paroisse']
  await withDatabase(async ({ ownerUrl, url }) => {
    const owner = connect(ownerUrl, { statementTimeout: 0 })
    const { db, close } = connect(url, { statementTimeout: 0 })
    for (const culture of cultures) {
      await sql`truncate donateurs, mots_contacts, doublons, doublons_groupes`.execute(owner.db)
      await sql`update doublons_etat set contacts = null, trouves_le = null, groupes_de = null`.execute(
        owner.db,
      )
      const [name, graine] = culture.split(':')
      print(culture, await mesurerPaires(db, createPaires(name as Culture, 1, Number(graine ?? 0))))
    }
    await close()
    await owner.close()
  })
}
