import { describe, expect, test } from 'vitest'
import { findRoom, type Waiting } from '../../../service/imports/staging/room'

const rooms = { own: { files: 3, bytes: 100 }, all: { files: 5, bytes: 160 } }
const waiting = (fichierId: string, personne: string, about: Partial<Waiting> = {}): Waiting => ({
  fichierId,
  personne,
  poids: 10,
  isOld: false,
  ...about,
})
const find = (those: Waiting[], poids = 10, personne = 'a') =>
  findRoom(rooms, those, { personne, poids })

describe('[0.1.0 B8] la place d’un fichier en attente', () => {
  test('est ce que les autres en laissent', () => {
    expect(find([])).toEqual({ leaving: [], bytes: 100 })
    expect(find([waiting('1', 'a', { poids: 30 }), waiting('2', 'b', { poids: 60 })])).toEqual({
      leaving: [],
      bytes: 70,
    })
  })

  test('manque à qui en a déjà trop, pas aux autres', () => {
    const mine = ['1', '2', '3'].map((id) => waiting(id, 'a'))
    expect(find(mine)).toBeUndefined()
    expect(find(mine, 10, 'b')).toMatchObject({ leaving: [] })
    expect(find([waiting('1', 'a', { poids: 95 })])).toBeUndefined()
  })

  test('manque à tous quand tout est pris', () => {
    const all = ['a', 'b', 'c', 'd', 'e'].map((who) => waiting(who, who))
    expect(find(all, 10, 'f')).toBeUndefined()
    expect(find([waiting('1', 'b', { poids: 155 })])).toBeUndefined()
  })

  test('se fait aux dépens des plus anciens, les siens d’abord, et d’aucun de plus qu’il n’en faut', () => {
    const all = [
      waiting('1', 'b', { isOld: true }),
      waiting('2', 'a', { isOld: true }),
      waiting('3', 'a', { isOld: true }),
      waiting('4', 'a'),
    ]
    expect(find(all)).toMatchObject({ leaving: ['2'] })
    expect(find(all, 10, 'c')).toMatchObject({ leaving: [] })
  })

  test('est toujours là pour un seul fichier, aussi lourd qu’il soit annoncé', () => {
    expect(find([], 1_000)).toMatchObject({ leaving: [] })
  })
})
