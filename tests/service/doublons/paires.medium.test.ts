import { expect, test } from 'vitest'
import { createPaires } from '../../support/paires/ensemble'
import { mesurerPaires } from '../../support/paires/mesurer'
import { startService } from '../../support/service'

const { database } = await startService()

test('[C] des genres de doubles, presque tous sont proposés, et ce qui est dit sûr l’est', async () => {
  const { genres, sures, autres } = await mesurerPaires(database.db, createPaires('annuaire', 0.3))
  const memes = [...genres.values()].filter((genre) => genre.memes)
  const sum = (of: (genre: (typeof memes)[number]) => number) =>
    memes.reduce((all, genre) => all + of(genre), 0)
  expect(sum((genre) => genre.proposees) / sum((genre) => genre.total)).toBeGreaterThanOrEqual(0.8)
  expect(sures.trouvees).toBeGreaterThan(60)
  expect(sures.justes / sures.trouvees).toBeGreaterThanOrEqual(0.98)
  expect(autres.justes / autres.trouvees).toBeGreaterThanOrEqual(0.7)
})
