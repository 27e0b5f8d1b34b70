import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Chaine } from '#contract/exclusions'
import { ChainState } from '../../../remix/screens/donations/historique/chain'

const SOUND: Chaine = {
  valide: true,
  verifiee_le: '2026-03-10T10:00:00.000Z',
  evenements: 4,
  empreinte: 'a'.repeat(64),
  points_de_controle: 2,
  sans_point_de_controle: false,
  reprises: [],
  premiere_anomalie: null,
}

const show = (state: Partial<Chaine>) =>
  renderToStaticMarkup(<ChainState state={{ ...SOUND, ...state }} />).replaceAll('\u00A0', ' ')

test('[0.1.0 B3] une chaîne que rien hors de la base ne garantit n’est pas montrée intacte', () => {
  expect(show({})).toContain('Chaîne intacte')
  const shown = show({ sans_point_de_controle: true, points_de_controle: 0 })
  expect(shown).not.toContain('Chaîne intacte')
  expect(shown).toContain('alert-warning')
  expect(shown).toContain('un journal réécrit en entier ne se verrait pas')
})

test('qui s’est porté garant du journal se lit', () => {
  const reprise = { le: '2026-03-10T10:00:00.000Z', evenements: 4, par: 'Zoé', motif: 'restauré' }
  expect(show({ reprises: [reprise] })).toContain(
    'Zoé s’est porté garant du journal jusqu’à l’événement n° 4 : « restauré ».',
  )
})

test('des points de contrôle illisibles se disent sans numéro d’événement', () => {
  const shown = show({ valide: false, premiere_anomalie: { numero: null, constat: 'Abîmé.' } })
  expect(shown).toContain('<p>Abîmé.</p>')
  expect(shown).not.toContain('Événement n°')
})
