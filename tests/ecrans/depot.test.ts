import { expect, test } from 'vitest'
import { propre } from '../support/ecrans'
import { getByRole, listByText, wordsOf } from '../support/html'
import { requete } from '../support/requete'

const visite = propre('vide')

test('le dossier : ce qui attend mène à sa lecture, et ce que chaque fichier est devenu se lit', async () => {
  const before = await visite.ouvrir('/upload')
  expect(wordsOf(before.document)).not.toContain('du dossier')
  await requete(
    visite.databaseUrl,
    `insert into depot_fichiers (nom, taille, marque, sort, phrase, chemin, termine_le) values
      ('outil.csv', 10, '1', 'a_decider', 'Colonne « Statut » : « Contesté » compte-t-il ?', 'a-decider/outil.csv', now()),
      ('recu.pdf', 10, '2', 'refuse', 'Ce fichier n’est pas lisible ici.', 'refuses/recu.pdf', now()),
      ('nuit.csv', 10, '3', 'importe', '2 dons ajoutés.', 'importes/2026-11-28/nuit.csv', now())
    returning depot_id`,
    [],
  )
  const shown = await visite.ouvrir('/upload')
  expect(listByText(shown.document, '1 fichier du dossier attend vos choix')).toHaveLength(1)
  const table = wordsOf(getByRole(shown.document, 'table', 'Derniers fichiers du dossier'))
  for (const words of [
    'nuit.csv',
    'Importé',
    '2 dons ajoutés.',
    'importes/2026-11-28/nuit.csv',
    'Refusé',
  ])
    expect(table).toContain(words)
  // This service watches no folder, and says so.
  const button = getByRole(shown.document, 'button', /Faire les choix de .*outil\.csv/)
  const refused = await visite.presser(shown, button)
  expect(refused.adresse).toBe('/upload')
  expect(wordsOf(refused.document)).toContain('Ce service ne voit pas le dossier')
  const aside = getByRole(shown.document, 'button', /Écarter .*outil\.csv/)
  expect(wordsOf((await visite.presser(shown, aside)).document)).toContain(
    'Ce service ne voit pas le dossier',
  )
})
