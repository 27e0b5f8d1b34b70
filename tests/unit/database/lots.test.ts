import { expect, test } from 'vitest'
import { inBatches, type Place } from '../../../service/platform/database/snapshot'

/** A list of so many rows, and what was asked of it. */
function liste(rows: number) {
  const asked: Place<number>[] = []
  const read = (place: Place<number>) => {
    asked.push(place)
    const { offset, limit } = place
    return Promise.resolve(
      Array.from({ length: Math.max(0, Math.min(limit, rows - offset)) }, (_, at) => offset + at),
    )
  }
  return { asked, read }
}

test.each([0, 1, 2, 3, 4, 6, 7])('%i lignes, trois à la fois, se lisent toutes', async (rows) => {
  const { asked, read } = liste(rows)
  const found: number[] = []
  for await (const batch of inBatches(3, read)) {
    expect(batch.length).toBeGreaterThan(0)
    found.push(...batch)
  }
  expect(found).toEqual(Array.from({ length: rows }, (_, at) => at))
  for (const { after, offset, limit } of asked) {
    expect(after).toBe(offset === 0 ? undefined : offset - 1)
    expect(limit).toBe(3)
  }
  expect(asked).toHaveLength(Math.floor(rows / 3) + 1)
})

test('le lot suivant est lu pendant qu’un s’écrit, et un lot écrit est vide', async () => {
  const { asked, read } = liste(7)
  const batches = inBatches(3, read)
  const { value: first } = await batches.next()
  expect(asked).toHaveLength(2)
  expect(first).toHaveLength(3)
  await batches.next()
  expect(first).toEqual([])
  await batches.return(undefined)
  expect(asked).toHaveLength(3)
})

test('une lecture qui échoue pendant qu’un lot s’écrit est dite à la suivante', async () => {
  const read = ({ offset }: Place<number>) =>
    offset === 0 ? Promise.resolve([1, 2]) : Promise.reject(new Error('panne'))
  const batches = inBatches(2, read)
  expect((await batches.next()).value).toEqual([1, 2])
  await new Promise((resolve) => setTimeout(resolve, 20))
  await expect(batches.next()).rejects.toThrow('panne')
})
