import { expect, test } from 'vitest'
import { createPaires } from '../../support/paires/ensemble'
import { mesurerPaires } from '../../support/paires/mesurer'
import { startService } from '../../support/service'

const { database } = await startService()

test('[C] où tous portent peu de noms, une boîte ou un téléphone communs en disent autant', async () => {
  const { genres } = await mesurerPaires(database.db, createPaires('ile', 0.3))
  const memes = [...genres.values()].filter((genre) => genre.memes)
  const sum = (of: (genre: (typeof memes)[number]) => number) =>
    memes.reduce((all, genre) => all + of(genre), 0)
  expect(sum((genre) => genre.proposees) / sum((genre) => genre.total)).toBeGreaterThanOrEqual(0.75)
})
