import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Seal } from '../../../remix/screens/dashboard/rapport/closing'
import { firstCodes, latestYears } from '../../../remix/screens/dashboard/rapport/excerpt'
import type { Rapport } from '../../../remix/screens/dashboard/rapport/rapport.server'
import type { Cell, ShownTable } from '../../../remix/ui/table'
import { EXIT, notWritten } from '../../../service/programs/rapport/failure'

const tableOf = (rows: Cell[][]): ShownTable => ({
  name: 'essai',
  title: 'Essai',
  columns: [],
  rows,
  download: { href: '/', text: '' },
})

const years = (from: number, to: number): Cell[][] =>
  Array.from({ length: to - from + 1 }, (_, at) => [from + at])

describe('Ce qu’une page tient d’un tableau', () => {
  test('les six dernières années jusqu’à celle du rapport, et le titre le dit', () => {
    const { title, rows } = latestYears(tableOf(years(2010, 2024)), 2020)
    expect(rows.map(([year]) => year)).toEqual([2015, 2016, 2017, 2018, 2019, 2020])
    expect(title).toBe('Essai, de 2015 à 2020')
  })

  test('une année plus récente n’y est pas, même où il y a de la place', () => {
    const { title, rows } = latestYears(tableOf(years(2019, 2021)), 2020)
    expect(rows).toEqual([[2019], [2020]])
    expect(title).toBe('Essai, de 2019 à 2020')
  })

  test('rien de plus récent que l’année, même là où tout l’est', () => {
    expect(latestYears(tableOf(years(2021, 2024)), 2020).rows).toEqual([])
  })

  test('un tableau court reste comme il est', () => {
    const table = tableOf(years(2019, 2020))
    expect(latestYears(table, 2020)).toBe(table)
    expect(firstCodes(table)).toBe(table)
  })

  test('les six premiers codes, et de combien', () => {
    const codes = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((code) => [code])
    const { title, rows } = firstCodes(tableOf(codes))
    expect(rows).toEqual(codes.slice(0, 6))
    expect(title).toBe('Essai (les 6 premiers sur 7)')
  })
})

describe('Le sceau', () => {
  const EMPREINTE = 'a'.repeat(64)
  const chain = {
    valide: true,
    verifiee_le: '2026-02-01T09:00:00.000Z',
    evenements: 1204,
    empreinte: EMPREINTE,
    points_de_controle: 3,
    sans_point_de_controle: false,
    reprises: [],
    premiere_anomalie: null,
  }
  const write = (state: typeof chain) => {
    const rapport = {
      annee: 2025,
      chain: state,
      fraicheur: { calcule_le: '2026-02-01T08:15:00.000Z' },
      seal: { files: ['un.csv', 'deux.csv'], sha256: 'b'.repeat(64) },
      version: '1.2.3',
    } as unknown as Rapport
    return renderToStaticMarkup(createElement(Seal, { rapport })).replace(/[\u00a0\u202f]/g, ' ')
  }

  test('a le numéro du dernier événement du journal, son empreinte, et l’état de la chaîne', () => {
    const seal = write(chain)
    expect(seal).toContain(
      'événement n° 1 204 le dernier ; chaîne intacte, 3 points de contrôle, vérifiée le ' +
        '1er février 2026 à 10:00',
    )
    expect(seal).toContain(EMPREINTE)
    expect(seal).toContain('cat un.csv deux.csv | sha256sum')
    expect(write({ ...chain, valide: false })).toContain('chaîne rompue')
    expect(write({ ...chain, points_de_controle: 0 })).toContain('sans point de contrôle')
  })
})

describe('Pourquoi un dossier ne peut pas être écrit', () => {
  test.each([
    ['ENOSPC', /^Le disque est plein : libérez de la place pour \/x, puis relancez\.$/],
    ['EDQUOT', /^Le disque est plein/],
    ['EACCES', /vous n’avez pas le droit d’y écrire\. Donnez les droits/],
    ['EROFS', /il est en lecture seule\./],
    ['EISDIR', /un dossier y porte le nom d’un des fichiers\./],
  ])('%s', (code, phrase) => {
    const failure = notWritten('/x', Object.assign(new Error(code), { code }))
    expect(failure.message).toMatch(phrase)
    expect(failure.exit).toBe(EXIT.folder)
  })
})
