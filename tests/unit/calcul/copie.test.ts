import { PassThrough } from 'node:stream'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { createRandom } from '../../../service/programs/demo/random'
import { Copie } from '../../../service/publication/calcul/copie'
import { tirages } from '../../support/hasard'

const GRAINE = Number(process.env['GRAINE'] ?? Date.now() % 100_000)

function message(code: string, contenu: string): Buffer {
  const octets = Buffer.from(contenu)
  const entete = Buffer.alloc(5)
  entete.write(code)
  entete.writeInt32BE(octets.length + 4, 1)
  return Buffer.concat([entete, octets])
}

/** A connection of the driver, which keeps what it is given. */
function connecter() {
  const stream = new PassThrough()
  const lus: Buffer[] = []
  const asked: string[] = []
  stream.on('data', (octets: Buffer) => lus.push(octets))
  const connection = { stream, query: (text: string) => asked.push(text) }
  return {
    stream,
    connection: connection as unknown as pg.Connection,
    asked,
    lus: () => Buffer.concat(lus).toString(),
  }
}

test(`les lignes d’un COPY, et au pilote ce qui les suit, où que la connexion coupe (graine ${GRAINE})`, async () => {
  const { between, pick } = createRandom(GRAINE)
  for (let tour = 0; tour < tirages(200); tour++) {
    const lignes = Array.from({ length: between(0, 200) }, () =>
      pick(['', 'é\n', 'x'.repeat(between(1, 300)), 'c\n']),
    )
    const fin = Buffer.concat([message('c', ''), message('C', 'COPY 3'), message('Z', 'I')])
    const octets = Buffer.concat([
      message('H', '..'),
      ...lignes.flatMap((ligne) => [
        message('d', ligne),
        ...(between(1, 20) === 1 ? [message('N', 'a notice'), message('S', 'a setting')] : []),
      ]),
      fin,
    ])
    const { stream, connection, asked, lus } = connecter()
    const copie = new Copie('copy')
    copie.submit(connection)
    expect(asked).toEqual(['copy'])
    const ecrire = async () => {
      for (let place = 0; place < octets.length;) {
        const taille = between(1, 500)
        // What a socket hands on is its reader's.
        if (!stream.write(Buffer.from(octets.subarray(place, place + taille))))
          await new Promise((resolve) => stream.once('drain', resolve))
        place += taille
      }
      await expect.poll(lus).toBe(fin.toString())
      copie.handleReadyForQuery()
    }
    const [recus] = await Promise.all([copie.toArray() as Promise<Buffer[]>, ecrire()])
    expect(Buffer.concat(recus).toString()).toBe(lignes.join(''))
  }
})

test('une erreur du serveur au milieu des lignes est celle de la lecture', async () => {
  const { stream, connection, lus } = connecter()
  const copie = new Copie('copy')
  copie.submit(connection)
  const erreur = message('E', 'SERROR')
  stream.write(Buffer.concat([message('d', 'une ligne\n'), erreur]))
  await expect.poll(lus).toBe(erreur.toString())
  copie.handleError(new Error('the disk is full'))
  await expect(copie.toArray()).rejects.toThrow('the disk is full')
})
