import { expect, test } from 'vitest'
import { LEXIQUE } from '../../../service/verification/listes/lexique'
import { createJugeExpressions } from '../../../service/verification/regles/expressions'
import { judgeFormes } from '../../../service/verification/regles/formes'
import { judgeCard } from '../../../service/verification/regles/mots-de-test'

const rare = { rareScript: true, isAdvert: false }
const nom = (whole: string) => {
  const [firstname = '', lastname = ''] = whole.split('/')
  return { firstname, lastname }
}
const formesOf = (whole: string) =>
  judgeFormes(nom(whole), rare).map(({ regle, points }) => `${regle} ${points}`)

test.each([
  ['1/1', ['N1 50']],
  ['..../....', ['N1 50']],
  ['🙂/', ['N1 50']],
  ['<script>alert(1)</script>/x', ['N2 50']],
  ['{{7*7}}/Dupont', ['N2 50']],
  ["Paul/' OR 1=1 --", ['N2 50']],
  ['www.gagne.com/Cliquez', ['N2 50']],
  ['Jean/casino-bonus.net', ['N2 50']],
  ['Jean/@jean', ['N2 50']],
  ['User8842/Martin', ['N3 50']],
  ['Jean/75011', ['N3 50']],
  ['4111 1111 1111 1111/Visa', ['N3 50']],
  ['H4ck3r/Dupont', ['N3 50']],
  ['%PRENOM%/[nom]', ['N2 50', 'N2 50']],
  ['#N/A/', ['N2 50']],
  ['sleep(5)/', ['N2 50']],
  ['RobertFaddy/RobertFaddy', ['N4 50']],
  ['DavidUsexy/DavidUsexy', ['N4 50']],
  ['Ольга/Петрова', ['N5 20']],
  ['jean@free.fr/0612457896', ['N7 20', 'N7 20']],
  ['Jean/0612457896', ['N7 20']],
  // Names of people.
  ['Martin/Martin', []],
  ['McDonald/McDonald', []],
  ['LeGoff/LeGoff', []],
  ['J./D.', []],
  ['N’Guessan/Kouassi', []],
  ['Đức/Ngô', []],
  ['Charles/de Montalembert d’Essé', []],
  ['O/Ô', []],
  ['Louis II/Dupont', []],
  ['Jean (Jeannot)/Le Bihan', []],
  ['"Mimi"/Perrot', []],
  ['Mart1n/Roy', []],
  ['/', []],
])('les signes de « %s » disent %j', (whole, expected) => {
  expect(formesOf(whole)).toEqual(expected)
})

test('une écriture que la base emploie ne dit rien', () => {
  expect(judgeFormes(nom('Ольга/Петрова'), { rareScript: false, isAdvert: false })).toEqual([])
  expect(judgeFormes(nom('Ищу/девушку'), { rareScript: true, isAdvert: true })).toMatchObject([
    { regle: 'N5', points: 50 },
  ])
})

const judge = createJugeExpressions(LEXIQUE)
test.each([
  ['Mickey/Mouse', 50],
  ['Mouse/Mickey', 50],
  ['Va/Mourir', 50],
  ['Fils/De Pute', 50],
  ['Lorem/Ipsum', 50],
  ['Donateur/Fictif', 50],
  ['Machin/Truc', 50],
  ['Marie/Connard', 20],
  ['Paul/Bar', 20],
  ['Michel/Bond', null],
  ['Claude/Potter', null],
  ['Jean/Petit', null],
  ['Homère/Simpson', null],
])('« %s » vaut %s points aux listes', (whole, points) => {
  expect(judge(nom(whole))?.points ?? null).toBe(points)
})

test.each([
  ['Test/Test', '', ['nom 50']],
  ['Essai/Paiement', '', ['nom 50']],
  ['auie/tsrn', '', ['nom 50']],
  ['wxcv/bn', '', ['nom 50']],
  ['azeaze/qsdqsd', '', ['nom 50']],
  ['Je ne veux pas/Le dire', '', ['nom 50']],
  ['Votre compte/Est suspendu', '', ['nom 50']],
  ['Sophie/Pas', '', []],
  ['Claude/Est', '', []],
  ['Abc/Abcd', '', ['nom 50']],
  ['Sophie/Test', '', ['nom 20']],
  ['Thomas/Toussaint', 'toto75@free.fr', ['email 20']],
  ['/', 'toto75@free.fr', ['email 50']],
  ['Guy/Le Faux', '', ['nom 20']],
  ['Anne/Montestier', 'anne@free.fr', []],
])('« %s » et « %s » : %j', (whole, email, expected) => {
  const found = judgeCard({ ...nom(whole), email })
  expect(found.map(({ champ, points }) => `${champ} ${points}`)).toEqual(expected)
})
