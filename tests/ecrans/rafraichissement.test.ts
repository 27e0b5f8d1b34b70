import { expect, test } from 'vitest'
import { propre } from '../support/ecrans'
import { attribute, findAll, getByRole, listByRole, listByText, wordsOf } from '../support/html'

const visite = propre('demo')

test('« Actualiser » recalcule les vues, puis ramène à son écran, sans script', async () => {
  const screen = await visite.ouvrir('/montant')
  const button = getByRole(screen.document, 'button', 'Actualiser')
  expect(attribute(button, 'class')).toContain('button-outline')
  let shown = await visite.presser(screen, button)
  expect(shown.adresse).toMatch(/^\/montant\?rafraichissement=/)
  const seen: string[] = []
  const next = () =>
    findAll(shown.document, 'meta[http-equiv=refresh]').map((meta) => attribute(meta, 'content'))
  await expect
    .poll(
      async () => {
        seen.push(wordsOf(getByRole(shown.document, 'dialog')))
        shown = await visite.ouvrir(shown.adresse)
        return next()
      },
      { timeout: 30_000, interval: 50 },
    )
    .toEqual(['2;url=/montant'])
  expect(seen[0]).toContain('Rafraîchissement des vues matérialisées')
  expect(seen[0]).toMatch(/Vue \d+ sur \d+/)
  const dialog = getByRole(shown.document, 'dialog')
  expect(findAll(dialog, '.badge').map(wordsOf)).toEqual(
    findAll(dialog, '.view-card').map(() => 'Terminé'),
  )
  for (const card of findAll(dialog, '.view-card')) expect(wordsOf(card)).toMatch(/Pour /)
  const closed = await visite.presser(shown, getByRole(dialog, 'button', 'Fermer'))
  expect(closed.adresse.replace(/\?$/, '')).toBe('/montant')
  expect(listByRole(closed.document, 'dialog')).toEqual([])
  expect(listByText(closed.document, /^Dernier don : \d/)).toHaveLength(1)
})
