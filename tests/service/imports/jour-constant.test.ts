import { expect, test } from 'vitest'
import { compter, demanderCompte, depose, importerOutil } from '../../support/fichiers-outil'
import { startService } from '../../support/service'

const { app, database } = await startService()

/** As tools and people write days, of which five say none. */
const DATES =
  'janv-25|janvier 2025|2025-01|01/2025|T1 2025|2025|5 janv. 2025|lundi 6 janvier 2025|05-janv.-25|2025-01-05|05/01/2025|1er mars 2025'.split(
    '|',
  )
const contentOf = (dates: readonly string[]) =>
  [
    'Numéro du don;Date du don;Nom;Prénom;Email;Montant',
    ...dates.map((date, at) => `${at};${date};N${at};P${at};p${at}@x.fr;1,00`),
  ].join('\n')

async function proposer(dates: readonly string[]) {
  const { fichier_id, lecture } = await depose(app, contentOf(dates))
  if (!lecture) throw new Error('no reading is proposed')
  return { fichier_id, lecture }
}

const DITE =
  '5 dates du fichier n’ont pas de jour : leurs dons sont datés du 31/12 de l’année, ou du 31 du mois écrit, au plus tard de son dernier jour.'
const plain = (texts: string | readonly string[]) => [texts].flat().join('|').replace(/\s/g, ' ')

test('des dates sans jour sont des rejets, jusqu’à ce que quelqu’un leur donne un jour, qui est dit partout', async () => {
  const { fichier_id, lecture } = await proposer(DATES)
  expect(lecture).not.toHaveProperty('jour_constant')
  const none = await compter(app, fichier_id, lecture)
  expect(none.compte).toMatchObject({ sans_jour: 5, lignes: { dons: 6, rejets: 6 } })
  expect(none.compte.rejets_par_motif[0]).toMatchObject({
    motif: expect.stringMatching(/lisez une autre colonne comme date, ou dites vous-même un jour/),
    nombre: 5,
  })
  expect(plain(none.compte.avertissements)).not.toContain('pas de jour')

  const chosen = { ...lecture, jour_constant: '31/12' }
  const { compte, status } = await importerOutil(app, contentOf(DATES), chosen)
  expect(compte).toMatchObject({ sans_jour: 5, lignes: { dons: 11, rejets: 1 } })
  expect(plain(compte.avertissements)).toContain(DITE)
  expect(plain(status.message)).toMatch(/^11 dons ajoutés, /)
  expect(plain(status.message)).toContain(DITE)
  const journal = await app.inject('/api/upload/journal')
  expect(plain(journal.json().imports[0].message)).toContain(DITE)
  const dons = await database.db
    .selectFrom('donations')
    .select(['id', 'order_date'])
    .where(
      'id',
      'in',
      [0, 1, 2, 3, 5, 6].map((at) => `${lecture.prefixe}-${at}`),
    )
    .orderBy('id')
    .execute()
  expect(dons.map(({ order_date }) => order_date)).toEqual([
    ...Array.from({ length: 4 }, () => '2025-01-31'),
    '2025-12-31',
    '2025-01-05',
  ])

  const next = await proposer(DATES.map((date) => date.replace('25', '24')))
  expect(next.lecture.jour_constant, 'comme au dernier import').toBe('31/12')
})

test('un fichier dont chaque date a un jour a le même compte, qu’un jour soit choisi ou non', async () => {
  const { fichier_id, lecture } = await proposer(['05/01/2023', '2023-02-06', '3 avril 2023'])
  const { jour_constant: _jour, ...without } = lecture
  const [before, after] = [
    await compter(app, fichier_id, without),
    await compter(app, fichier_id, { ...without, jour_constant: '31/12' }),
  ]
  expect(before.compte).toMatchObject({ sans_jour: 0, lignes: { dons: 3 } })
  expect(after.compte).toEqual(before.compte)
})

test('un jour qui n’existe pas est refusé', async () => {
  const { fichier_id, lecture } = await proposer(['2024'])
  const answer = await demanderCompte(app, fichier_id, { ...lecture, jour_constant: '30/02' })
  expect(answer.statusCode).toBe(422)
  expect(answer.body).toContain('Un jour et un mois, comme 31/12.')
})
