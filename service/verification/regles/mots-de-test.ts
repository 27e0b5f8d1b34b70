import { LEXIQUE, type Lexique } from '../listes/lexique'
import { BOTH_WAYS, SUITES, SUITES_COURTES } from './clavier'

const RACINES = [
  'test',
  'essai',
  'demo',
  'toto',
  'fake',
  'faux',
  'prenom',
  'azerty',
  'qwerty',
  'admin',
]

/** How test words stand in a name or an address; `mot` alone is no more than a hint. */
export type Forme =
  | 'mot'
  | 'mots'
  | 'expression'
  | 'phrase'
  | 'chiffres'
  | 'lettres'
  | 'repetee'
  | 'clavier'
export type Champ = 'nom' | 'email'

export interface Trouvaille {
  champ: Champ
  forme: Forme
  points: 50 | 20
  /** What the card says, as read without case and accents. */
  extraits: string[]
}

const LONGUEUR = 100
const FORT = 50
const FAIBLE = 20

/** A word without the number that ends it. */
function withoutNumber(word: string): string {
  let end = word.length
  while (end > 0 && /\d/.test(word.charAt(end - 1))) end -= 1
  return word.slice(0, end)
}

/** The words of a field, without case and accents. */
const wordsOf = (text: string | null): string[] =>
  (text ?? '')
    .slice(0, LONGUEUR)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)

type Strong = Omit<Trouvaille, 'champ' | 'points'>

const contains = (text: string, words: string) => ` ${text} `.includes(` ${words} `)

const and = (parts: readonly string[]) => `(${parts.join(' & ')})`

/** Judges cards by these lists, and says what the search index is asked for. */
export function createJuge(lexique: Lexique) {
  const MOTS = lexique.essais
  const AUTOUR = new Set(lexique['autour des essais'])
  /** What forms and programs say in place of a name or of a mailbox. */
  const EXPRESSIONS = lexique['expressions de formulaire']
  /** Two of these in a name, and it says something: a pronoun, a negation, a verb that is no part of names. */
  const PHRASE = lexique['mots de phrase']
  const isWord = (word: string) => MOTS.includes(word)
  const isNumbered = (word: string) =>
    RACINES.some((stem) => word.startsWith(stem) && /^\d+$/.test(word.slice(stem.length)))
  const isRepeated = (word: string) =>
    word.length >= 3 && new Set(word).size === 1 && /[a-z]/.test(word)
  /** Whether two words are one stretch of keys: `wxcv bn`. */
  const isRun = (joined: string) =>
    joined.length >= 5 && BOTH_WAYS.some((row) => row.includes(joined))
  const runIn = (word: string) => SUITES.some((run) => word.includes(run))
  /** Letters set apart that spell a test word. */
  const spells = (words: readonly string[]) =>
    words.length >= 4 && words.every((word) => word.length === 1) && isWord(words.join(''))

  /** Letters of the alphabet in their order, or keys: `abc`, `efgh`. */
  const isAlphabet = (word: string) =>
    word.length >= 3 && 'abcdefghijklmnopqrstuvwxyz'.includes(word)

  const looksTest = (word: string) =>
    isWord(word) ||
    isNumbered(word) ||
    isRepeated(word) ||
    isAlphabet(word) ||
    SUITES_COURTES.includes(word) ||
    runIn(word)

  /** Whether nothing but a test word, or what is as good as one, stands there, and what is typed beside one. */
  const isTest = (words: readonly string[]) =>
    words.some(looksTest) && words.every((word) => looksTest(word) || AUTOUR.has(word))

  /** The expression that a text is, test words beside it left aside. */
  const expressionOf = (text: string): string | undefined =>
    EXPRESSIONS.find(
      (words) =>
        contains(text, words) &&
        ` ${text} `.replace(` ${words} `, ' ').split(' ').filter(Boolean).every(isWord),
    )

  /** What leaves no doubt, whatever stands beside it. */
  function strongOf(words: readonly string[]): Strong | null {
    const forms: [Forme, string[]][] = [
      ['lettres', spells(words) ? [words.join(' ')] : []],
      ['chiffres', words.filter(isNumbered)],
      ['clavier', words.filter(runIn)],
      ['repetee', words.filter((word) => word.length > 3 && isRepeated(word))],
    ]
    const [found] = forms.filter(([, extraits]) => extraits.length > 0)
    return found ? { forme: found[0], extraits: found[1] } : null
  }

  /** What the words say that are nothing but tests. */
  function onlyTests(given: readonly string[]): Strong {
    const extraits = [...new Set(given)]
    if (extraits.every(isRepeated)) return { forme: 'repetee', extraits }
    const run = (word: string) => SUITES_COURTES.includes(word) && !isWord(word)
    return { forme: extraits.some(run) ? 'clavier' : 'mots', extraits }
  }

  function judgeName(first: readonly string[], last: readonly string[]): Strong | null {
    const whole = [...first, ...last].join(' ')
    const said = [whole, first.join(' '), last.join(' ')]
      .map(expressionOf)
      .find((found) => found !== undefined)
    if (said !== undefined) return { forme: 'expression', extraits: [said] }
    if ([...first, ...last].filter((word) => PHRASE.includes(word)).length >= 2)
      return { forme: 'phrase', extraits: [whole] }
    const strong = strongOf(first) ?? strongOf(last)
    if (strong) return strong
    const joined = [...first, ...last].join('')
    if (first.length === 1 && last.length === 1 && isRun(joined))
      return { forme: 'clavier', extraits: [whole] }
    if (!isTest([...first, ...last]) || whole === 'null') return null
    return onlyTests([...first, ...last])
  }

  /** A test word of a mailbox says little beside an ordinary name, and nothing where it is that name. */
  function judgeLocal(local: readonly string[], named: readonly string[]): Strong | null {
    const whole = withoutNumber(local.join(' ')).trim()
    const said = expressionOf(whole)
    if (said !== undefined) return { forme: 'expression', extraits: [said] }
    const others = local.filter((word) => !named.includes(withoutNumber(word)))
    if (others.length < local.length) return null
    const strong = strongOf(local)
    if (strong && strong.forme !== 'chiffres') return strong
    return named.length === 0 && isTest(local) ? onlyTests(local) : null
  }

  /** What a card says that looks like a trial: of its name, and of its e-mail address before the @. */
  function judgeCard(
    card: Record<'firstname' | 'lastname' | 'email', string | null>,
  ): Trouvaille[] {
    const [first, last] = [wordsOf(card.firstname), wordsOf(card.lastname)]
    const local = wordsOf(card.email?.split('@')[0] ?? null)
    const named = [...first, ...last]
    const weak = (words: readonly string[]): Strong | null => {
      const found = [
        ...new Set(words.filter((word) => isWord(word) || isNumbered(word))),
        ...EXPRESSIONS.filter((expression) => contains(words.join(' '), expression)),
      ]
      return found.length > 0 ? { forme: 'mot', extraits: found } : null
    }
    const found = (champ: Champ, strong: Strong | null, words: readonly string[]): Trouvaille[] => {
      if (strong) return [{ champ, points: FORT, ...strong }]
      const hint = weak(words)
      return hint ? [{ champ, points: FAIBLE, ...hint }] : []
    }
    return [
      ...found('nom', judgeName(first, last), named),
      ...found(
        'email',
        judgeLocal(local, named),
        local.filter((word) => !named.includes(withoutNumber(word))),
      ),
    ]
  }

  /**
   * What the search index is asked for: the words of all cards of which anything is said here, runs of keys where a word begins
   * with them.
   */
  const recherches: readonly string[] = [
    ...MOTS,
    ...RACINES.flatMap((stem) => Array.from({ length: 10 }, (_, digit) => `${stem}${digit}:*`)),
    ...PHRASE,
    ...EXPRESSIONS.map((words) => and(words.split(' '))),
    ...'abcdefghijklmnopqrstuvw'
      .split('')
      .map((_, at) => `${'abcdefghijklmnopqrstuvwxyz'.slice(at, at + 3)}:*`),
    ...MOTS.filter((word) => word.length >= 4).map((word) => and([...new Set(word.split(''))])),
    ...'abcdefghijklmnopqrstuvwxyz'.split('').map((letter) => `${letter.repeat(3)}:*`),
    ...SUITES_COURTES,
    ...SUITES.map((run) => `${run}:*`),
  ]

  return { judgeCard, recherches }
}

/** By the shipped lists, as sentences are worded. */
export const { judgeCard } = createJuge(LEXIQUE)
