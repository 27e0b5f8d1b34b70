import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { engendrer } from '../mutations/engendrer.mjs'

const faults = engendrer('.', '1')

test('une faute engendrée change une ligne qui n’est qu’une fois dans son fichier, et des tests la cherchent', () => {
  const texts = new Map(faults.map(({ file }) => [file, readFileSync(file, 'utf8')]))
  const misplaced = faults.filter(
    ({ file, before, after }) => before === after || texts.get(file)?.split(before).length !== 2,
  )
  expect(misplaced).toEqual([])
  expect(new Set(faults.map(({ rank }) => rank)).size).toBe(faults.length)
  expect(faults.filter(({ tests }) => tests === '')).toEqual([])
})

test('la même graine engendre les mêmes fautes, une autre d’autres d’abord', () => {
  expect(engendrer('.', '1')).toEqual(faults)
  const others = engendrer('.', '2')
  expect(others).toHaveLength(faults.length)
  expect(others.slice(0, 50).map(({ before }) => before)).not.toEqual(
    faults.slice(0, 50).map(({ before }) => before),
  )
})

test('une faute est d’un mot du code : ni d’un commentaire, ni d’un texte, ni de la borne de « between »', () => {
  const starts = faults
    .filter(({ file }) => file.endsWith('.sql'))
    .map(({ before, after }) => {
      let same = 0
      while (before[same] === after[same]) same += 1
      return before.slice(before.lastIndexOf('\n', same) + 1, same)
    })
  expect(starts.filter((start) => start.includes('--'))).toEqual([])
  expect(starts.filter((start) => /between \S+ $/.test(start))).toEqual([])
})
