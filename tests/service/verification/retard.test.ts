import { expect, test } from 'vitest'
import type { Doublons } from '../../../service/contract/doublons'
import type { AVerifier } from '../../../service/contract/verification'
import { DOUBLONS } from '../../../service/donateurs/doublons/chercher'
import { GROUPES } from '../../../service/donateurs/doublons/grouper'
import { MOTS } from '../../../service/donateurs/recherche/words'
import { derive } from '../../../service/platform/jobs/derived'
import { SIGNALEMENTS } from '../../../service/verification/trouver'
import { get, refresh } from '../../support/analyses'
import { exclude } from '../../support/exclusion'
import { importFile } from '../../support/imports'
import { startService } from '../../support/service'

const { app, database } = await startService()
const { db } = database

const retards = async () => [
  (await get<AVerifier>(app, '/api/donateurs/a-verifier')).en_retard,
  (await get<Doublons>(app, '/api/donateurs/doublons')).en_retard,
]

async function chercher() {
  for (const derived of [MOTS, SIGNALEMENTS, DOUBLONS, GROUPES]) await derive(db, derived)
}

test('A3 une liste est en retard dès l’import ou la décision, jusqu’à ce qu’elle les contienne', async () => {
  await refresh(app)
  await chercher()
  expect(await retards()).toEqual([false, false])
  const acts = [
    () => importFile(app, 'donateurs', 'contact_id;nom\nA;Durand\nB;Petit\n'),
    () => importFile(app, 'donations', 'id;montant;date;contact\n1;10;2025-01-01;A\n'),
    () => exclude(db, 'A'),
  ]
  for (const act of acts) {
    await act()
    expect(await retards(), 'avant les chiffres').toEqual([true, true])
    await chercher()
    expect(await retards(), 'avant les chiffres, recherche faite').toEqual([true, true])
    await refresh(app)
    expect(await retards(), 'avant la recherche').toEqual([true, true])
    await chercher()
    expect(await retards(), 'à jour').toEqual([false, false])
  }
})
