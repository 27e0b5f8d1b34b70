import { expect, test } from 'vitest'
import type { Doublons } from '../../../service/contract/doublons'
import type { Publications } from '../../../service/contract/publications'
import type { Fraicheur } from '../../../service/contract/rafraichissement'
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

const sontAttendus = async () =>
  (await get<Fraicheur>(app, '/api/analytics/fraicheur')).suspects_attendus

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

test('les donateurs à vérifier sont attendus de tout import publié ou de toute fiche, et aucun chiffre ne s’arrête avant', async () => {
  await importFile(app, 'donations', 'id;montant;date;contact\n2;20;2025-02-01;B\n')
  expect(await sontAttendus(), 'd’un import que les chiffres n’ont pas').toBe(false)
  await refresh(app)
  expect(await sontAttendus()).toBe(true)
  const [derniere] = (await get<Publications>(app, '/api/publications')).publications
  const arreter = () =>
    app.inject({
      method: 'POST',
      url: '/api/publications/arreter',
      payload: { publication: derniere?.numero, nom: 'Au CA', par: 'La trésorière' },
    })
  const refused = await arreter()
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    champ: 'malgre_suspects',
    detail:
      'Les donateurs à vérifier n’ont pas encore été recherchés parmi les derniers imports. Attendez quelques instants, ou dites que vous arrêtez ces chiffres quand même.',
  })
  await chercher()
  expect(await sontAttendus()).toBe(false)
  expect((await arreter()).statusCode).toBe(201)
  await exclude(db, 'B')
  await refresh(app)
  expect(await sontAttendus(), 'd’une décision').toBe(false)
  await importFile(app, 'donateurs', 'contact_id;nom\nC;Test\n')
  expect(await sontAttendus(), 'd’une fiche').toBe(true)
  await derive(db, SIGNALEMENTS)
  expect(await sontAttendus(), 'd’une fiche sans ses mots').toBe(true)
  await chercher()
  expect(await sontAttendus()).toBe(false)
})
