import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { Abandoned } from '../../../service/platform/database/abandon'
import { createMake } from '../../../service/platform/http/files/files'
import { createRoom } from '../../../service/platform/http/files/room'
import { openSpool, type Spool } from '../../../service/platform/http/files/spool'

const folder = await mkdtemp(path.join(tmpdir(), 'dons-fichiers-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const still = new AbortController().signal

async function readAll(spool: Pick<Spool, 'read'>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of spool.read()) parts.push(part)
  return Buffer.concat(parts).toString()
}

async function* lignes(nombre: number, echec?: Error): AsyncGenerator<string> {
  for (let at = 0; at < nombre; at++) {
    await Promise.resolve()
    yield `${at};é${'x'.repeat(1_000)}\r\n`
  }
  if (echec) throw echec
}

const attendu = async (nombre: number) => {
  let texte = ''
  for await (const ligne of lignes(nombre)) texte += ligne
  return texte
}

describe('[B1] Un fichier qui attend son lecteur', () => {
  test.each([1, 60, 5_000])('rend ses %d lignes telles quelles, et sa longueur', async (nombre) => {
    const made = await createMake(folder)('un', lignes(nombre), still)
    const texte = await readAll(made)
    expect(texte).toBe(await attendu(nombre))
    // What is not made within a moment is sent before its length is known.
    if (made.length === undefined) expect(nombre).toBeGreaterThan(1_000)
    else expect(made.length).toBe(Buffer.byteLength(texte))
  })

  test('n’a pas de nom que quelqu’un puisse ouvrir', async () => {
    const made = await createMake(folder)('un', lignes(5_000), still)
    expect(await readdir(folder)).toEqual([])
    await readAll(made)
  })

  test('se lit pendant qu’il s’écrit, et échoue au milieu comme ce qui le fait', async () => {
    const spool = openSpool(folder)
    const read = readAll(spool)
    await spool.write(Buffer.from('a'.repeat(100_000)))
    await spool.write(Buffer.from('b'))
    spool.end()
    expect(await read).toBe(`${'a'.repeat(100_000)}b`)

    const broken = openSpool(folder)
    const parts = broken.read()
    await broken.write(Buffer.from('a'))
    expect((await parts.next()).value).toEqual(Buffer.from('a'))
    broken.end(new Error('panne'))
    await expect(parts.next()).rejects.toThrow('panne')
  })

  test('ce qui échoue d’abord se dit avant que rien ne parte', async () => {
    await expect(createMake(folder)('un', lignes(5, new Error('panne')), still)).rejects.toThrow(
      'panne',
    )
  })

  test('se fait sans attendre son lecteur, et laisse sa place au suivant', async () => {
    const make = createMake(folder)
    const never = Array.from({ length: 20 }, () => make('un', lignes(3_000), still))
    expect((await Promise.all(never)).map(({ length }) => length)).toHaveLength(20)
    expect(await readAll(await make('un', lignes(3), still))).toBe(await attendu(3))
  })

  test('ne se fait plus quand son lecteur est parti', async () => {
    const leaving = new AbortController()
    let made = 0
    async function* sansFin(): AsyncGenerator<string> {
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 1))
        made++
        yield 'x\r\n'
      }
    }
    const making = createMake(folder)('un', sansFin(), leaving.signal)
    await vi.waitUntil(() => made > 3)
    leaving.abort(new Error('parti'))
    await expect(making).rejects.toThrow()
    const then = made
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(made).toBeLessThanOrEqual(then + 1)
  })

  test('fait pour qui est parti avant de le lire, n’est pas une panne', async () => {
    const leaving = new AbortController()
    const made = await createMake(folder)('un', lignes(3), leaving.signal)
    leaving.abort(new Error('parti'))
    await expect(made.read().next()).rejects.toThrow(Abandoned)
  })

  test('le lecteur le plus lent laisse la place qui manque, un nouveau jamais', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const room = createRoom(folder, 1_000)
      const [lent, rapide, nouveau] = [openSpool(folder), openSpool(folder), openSpool(folder)]
      for (const spool of [lent, rapide]) {
        room.add(spool)
        await spool.write(Buffer.alloc(400))
      }
      await rapide.read().next()
      await expect(room.grow(300)).rejects.toThrow('Réessayez dans quelques instants')
      vi.advanceTimersByTime(11_000)
      room.add(nouveau)
      await nouveau.write(Buffer.alloc(100))
      await room.grow(300)
      await expect(lent.read().next()).rejects.toThrow('Réessayez dans quelques instants')
      expect(rapide.size()).toBe(400)
      expect((await nouveau.read().next()).value).toHaveLength(100)
    } finally {
      vi.useRealTimers()
    }
  })
})
