import { expect, test } from 'vitest'
import type { Difference, Publications } from '../../../service/contract/publications'
import type { Reguliers } from '../../../service/contract/reguliers'
import { get, refresh } from '../../support/analyses'
import { CSV, lineOf } from '../../support/differences'
import { don } from '../../support/dons'
import { importFile } from '../../support/imports'
import { startService } from '../../support/service'

const { app } = await startService()

let next = 1
async function importGifts(...gifts: [contact_id: string, order_date: string][]): Promise<void> {
  const lines = gifts.map(([contact_id, order_date]) =>
    lineOf(don({ id: `${next++}`, contact_id, order_date, order_amount: 10 })),
  )
  const { status, message } = await importFile(app, 'donations', CSV + lines.join(''))
  expect(status, message).toBe('completed')
  await refresh(app)
}

async function exclude(contact_id: string): Promise<void> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/exclusions/exclure',
    payload: { contact_id },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  await refresh(app)
}

const differenceOf = async (chiffre: string, de = 0) => {
  const { publications } = await get<Publications>(app, '/api/publications')
  return get<Difference>(
    app,
    `/api/publications/difference?chiffre=${chiffre}&annee=2024&de=${de}&a=${publications[0]?.numero}`,
  )
}

/** What the screen of regular givers says of the year. */
const shown = async () => {
  const { annees } = await get<Reguliers>(app, '/api/analytics/reguliers')
  return annees.find(({ annee }) => annee === 2024)
}

const told = ({ contributions }: Difference) =>
  contributions.map(({ cause, effet, cumul }) => [cause.replaceAll('\u00A0', ' '), effet, cumul])

test('un démarrage appris après coup, un arrêt et une exclusion se disent par publication', async () => {
  const one = 'Import de « fichier.csv » : 1 don ajouté'
  await importGifts(['A', '2024-01-10'], ['A', '2024-02-10'], ['A', '2024-03-10'])
  expect(await differenceOf('reguliers-demarres')).toMatchObject({ apres: 0, contributions: [] })

  await importGifts(['A', '2024-04-10'])
  expect(told(await differenceOf('reguliers-demarres'))).toEqual([[one, 1, 1]])
  expect(await shown()).toMatchObject({ demarres: 1, arretes: 0 })

  await importGifts(['B', '2024-09-01'])
  expect(told(await differenceOf('reguliers-arretes'))).toEqual([[one, 1, 1]])
  expect(await shown()).toMatchObject({ demarres: 1, arretes: 1 })

  await exclude('A')
  expect(told(await differenceOf('reguliers-demarres'))).toEqual([
    [one, 1, 1],
    ['1 exclusion', -1, 0],
  ])
  expect(await shown()).toMatchObject({ demarres: 0, arretes: 0 })
  expect(await differenceOf('reguliers-arretes', 3)).toMatchObject({
    avant: 1,
    apres: 0,
    ecart: -1,
    contributions: [{ effet: -1 }],
  })
})
