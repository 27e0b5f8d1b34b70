import { beforeEach, expect, test } from 'vitest'
import { importFile, preview } from '../../support/imports'
import { startService } from '../../support/service'
import { empty } from '../../support/vider'

const { app, database } = await startService()

type Ligne = [id: string, amount: string, day: string, contact: string]

const text = (lignes: Ligne[]) =>
  ['id;montant;date;contact', ...lignes.map((ligne) => ligne.join(';')), ''].join('\n')

/** So many gifts of as many contacts, one a day. */
const dons = (count: number, id: string, change: Partial<Record<1 | 2 | 3, string>> = {}) =>
  Array.from({ length: count }, (_, at): Ligne => {
    const day = new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10)
    return [`${id}${at}`, change[1] ?? '20', change[2] ?? day, change[3] ?? `C${at}`]
  })

const avertissements = async (lignes: Ligne[]) =>
  (await preview(app, 'donations', text(lignes))).avertissements

beforeEach(async () => {
  await empty(database.db, 'imports_rejets', 'imports', 'fichiers', 'donations')
  await importFile(app, 'donations', text(dons(150, 'A')))
})

test('un fichier déjà importé sous d’autres identifiants est dit tel, avec les nombres, et s’importe', async () => {
  const same = dons(150, 'B')
  expect(await avertissements(same)).toEqual([
    '150 des 150 lignes nouvelles de ce fichier (100\u00A0%) ont le contact, le jour et le montant d’un don déjà enregistré\u00A0: ils ont peut-être été importés sous d’autres identifiants. Si c’est le cas, n’importez pas ce fichier ainsi\u00A0: chacun de ces dons compterait deux fois.',
  ])
  const { resultat } = await importFile(app, 'donations', text(same))
  expect(resultat).toMatchObject({ inseres: 150 })
})

test('à partir de 5 lignes et d’un dixième des nouvelles', async () => {
  expect(await avertissements(dons(4, 'B'))).toEqual([])
  expect(await avertissements(dons(5, 'B'))).toHaveLength(1)
  const others = (count: number) => dons(count, 'N', { 3: 'Nouveau' })
  expect(await avertissements([...dons(10, 'B'), ...others(90)])).toHaveLength(1)
  expect(await avertissements([...dons(10, 'B'), ...others(91)])).toEqual([])
})

test('chaque don enregistré n’a qu’un jumeau', async () => {
  const [day, contact] = ['2024-01-01', 'C0']
  expect(await avertissements(dons(40, 'B', { 2: day, 3: contact }))).toEqual([])
})

test('ni un autre jour, ni un autre montant, ni un autre contact', async () => {
  expect(await avertissements(dons(150, 'B', { 1: '20,01' }))).toEqual([])
  expect(await avertissements(dons(150, 'B', { 2: '2019-01-01' }))).toEqual([])
  expect(await avertissements(dons(150, 'B', { 3: 'X' }))).toEqual([])
})

test('les mêmes identifiants ne sont pas des lignes nouvelles, les dons nuls ne sont pas des dons', async () => {
  expect(await avertissements(dons(150, 'A'))).toEqual([])
  await importFile(app, 'donations', text(dons(150, 'Z', { 1: '0' })))
  expect(await avertissements(dons(150, 'Y', { 1: '0' }))).toEqual([])
})

test('des lignes qui se répètent dans le fichier ne comptent qu’une fois', async () => {
  const same = dons(4, 'B')
  expect(await avertissements([...same, ...same.slice(0, 4)])).toEqual([])
  const more = dons(5, 'B')
  expect(await avertissements([...more, ...more.slice(0, 4)])).toHaveLength(1)
})
