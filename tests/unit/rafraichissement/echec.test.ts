import { expect, test } from 'vitest'
import { explain } from '../../../service/publication/rafraichissement/echec'

const said = (code: string) => Object.assign(new Error('canceling statement'), { code })

test.each([
  [said('55P03'), 'la base de données est restée occupée trop longtemps'],
  [said('40P01'), 'la base de données est restée occupée trop longtemps'],
  [said('53100'), 'il n’y a plus de place sur le disque de la base de données'],
  [said('40001'), 'un autre l’a remplacé ou abandonné entre-temps'],
  [said('57P01'), 'la base de données a cessé de répondre'],
  [new Error('Connection terminated unexpectedly'), 'la base de données a cessé de répondre'],
  [said('42P01'), 'erreur inattendue, à signaler avec l’incident 12'],
])('un échec (%o) se dit en français, sans les mots de PostgreSQL', (error, cause) => {
  expect(explain(error, '12', false)).toBe(
    `Le rafraîchissement a échoué\u00a0: ${cause}. Les chiffres précédents restent affichés.`,
  )
})

test('un arrêt du service se dit comme tel, quoi qu’en ait dit la base', () => {
  expect(explain(said('57P01'), '12', true)).toBe(
    'Le service s’est arrêté pendant le rafraîchissement. Les chiffres précédents restent affichés.',
  )
})
