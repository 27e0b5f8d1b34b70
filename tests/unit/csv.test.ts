import { expect, test } from 'vitest'
import { csvGiven, csvHeader, csvLine } from '../../service/contract/csv'

test('l’en-tête dit à Excel que le fichier est en UTF-8', () => {
  expect(csvHeader(['Année', 'Montant'])).toBe('\uFEFFAnnée;Montant\r\n')
})

test('une ligne sépare par des points-virgules et protège ce qui en contient', () => {
  expect(csvLine(['a;b', 'dit "oui"', 'deux\nlignes', null, ''])).toBe(
    '"a;b";"dit ""oui""";"deux\nlignes";;\r\n',
  )
})

test('les nombres ont une virgule et gardent leur signe', () => {
  expect(csvLine([12.5, -3, 0])).toBe('12,5;-3;0\r\n')
})

test.each(['=1+1', '+33', '-2', '@x', '\tx', '\rx'])(
  'le texte %j ne devient pas une formule',
  (text) => {
    expect(csvLine([text])).toMatch(/^"?'/)
  },
)

test.each(['-50,00', '+12.5', '-1 234,50 €', '-1\u202f234,50\u00a0€', '12'])(
  'le nombre %j d’un autre fichier reste tel quel',
  (text) => {
    expect(csvGiven(text)).toBe(text)
  },
)

test.each(['-2+3', '+cmd|x', '=1', '-A1', '@x'])(
  'le texte %j d’un autre fichier ne devient pas une formule',
  (text) => {
    expect(csvGiven(text)).toBe(`'${text}`)
  },
)
