import { expect, test } from 'vitest'
import { DOUBLONS } from '../../../service/donateurs/doublons/chercher'
import { GROUPES } from '../../../service/donateurs/doublons/grouper'
import { derive } from '../../../service/platform/jobs/derived'
import { loger, mesurer } from '../../support/doublons/mesurer'
import { peupler } from '../../support/doublons/population'
import { startService } from '../../support/service'

const { database } = await startService()
const { db } = database

test('[C] parmi 100 000 donateurs, les règles sûres retrouvent les doubles plantés, et presque qu’eux', async () => {
  const population = peupler(100_000)
  await loger(db, population)
  await derive(db, DOUBLONS)
  await derive(db, GROUPES)
  const { rappel, precision, sures } = await mesurer(db, population)
  const share = (part: number, whole: number) =>
    `${((100 * part) / whole).toFixed(1)} % of ${whole}`
  for (const [code, { plantees, trouvees }] of Object.entries(rappel)) {
    const { justes = 0, trouvees: found = 0 } = precision[code] ?? {}
    console.log(`${code}: recall ${share(trouvees, plantees)}, precision ${share(justes, found)}`)
    expect(trouvees / plantees).toBeGreaterThanOrEqual(0.95)
  }
  console.log(`sure: precision ${share(sures.justes, sures.trouvees)}`)
  expect(sures.justes / sures.trouvees).toBeGreaterThanOrEqual(0.99)
})
