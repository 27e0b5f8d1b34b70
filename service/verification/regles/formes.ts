/** What of a name is no name, by its signs alone. */
export interface Forme {
  regle: 'N1' | 'N2' | 'N3' | 'N4' | 'N5' | 'N7'
  champ: 'prénom' | 'nom' | 'prénom et nom'
  points: 50 | 20
  genre: string
}

const LETTRE = /\p{L}/u
const SITE =
  /\bhttps?:|\bwww\.|(^|[\s/])[\p{L}0-9-]{3,}\.(com|net|org|fr|eu|ru|cn|info|io|biz|xyz|top|site|online|shop|club|win|ly|me|ua|de|be|ch|uk)\b/iu
const GENRES_N2: readonly (readonly [string, RegExp])[] = [
  ['une balise', /<[^<>]*>|<\/|<(script|img|svg|iframe|b|a)\b|&(lt|gt|#\d+);|javascript:/i],
  // No name begins with these signs, as what a template or a spreadsheet left unfilled does, nor is any a call or a path.
  [
    'une expression de programme',
    /\$\{|\{\{|<%|%>|\bonerror\s*=|^[=+@-]\w+\(|^(#[\p{L}/]|[%$[{|\\]\S|\*\|)|^\w+\(\d*\)$|\.\.\//iu,
  ],
  [
    'une requête',
    /'\s*(or|and)\s+['\d]|\bunion\s+select\b|\bdrop\s+table\b|;\s*--|['"]\s*--|\bselect\s.+\sfrom\b/i,
  ],
  ['l’adresse d’un site', SITE],
  ['une arobase', /@/],
]
const COURRIEL = /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i
const TELEPHONE = /^\+?[\s().-]*(\d[\s().-]*){9,13}$/
/** Digits for letters. */
const DANS_UN_MOT = /\p{L}\d+(?=\p{L})/gu
const CHAMEAU = /^(?!(Mc|Mac|De|Du|Le|La|Di|Da|Van|Von)\p{Lu})\p{Lu}\p{Ll}+\p{Lu}\p{L}*$/u
/** Letters of no script that Europe writes most names in. */
const AUTRE_ECRITURE =
  /[\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Tamil}\p{Script=Greek}\p{Script=Georgian}\p{Script=Armenian}]/u

/** Whether the name has letters of another script than Latin. */
export const isOtherScript = (name: string): boolean => AUTRE_ECRITURE.test(name)

const isCell = (text: string) => COURRIEL.test(text) || TELEPHONE.test(text)

/** What the signs of a name betray; `rareScript`: fewer than one in a hundred of the base write so. */
export function judgeFormes(
  { firstname, lastname }: Record<'firstname' | 'lastname', string | null>,
  { rareScript, isAdvert }: { rareScript: boolean; isAdvert: boolean },
): Forme[] {
  const [first, last] = [(firstname ?? '').trim(), (lastname ?? '').trim()]
  const whole = `${first} ${last}`.trim()
  if (whole === '') return []
  const champs = [
    ['prénom', first],
    ['nom', last],
  ] as const
  const wrong = champs.filter(([, text]) => isCell(text))
  if (wrong.length > 0)
    return wrong.map(([champ, text]) => ({
      regle: 'N7',
      champ,
      points: 20,
      genre: text.includes('@') ? 'une adresse e-mail' : 'un téléphone',
    }))
  if (!LETTRE.test(whole))
    return [{ regle: 'N1', champ: 'prénom et nom', points: 50, genre: 'aucune lettre' }]
  const found: Forme[] = []
  for (const [champ, text] of champs) {
    const marked = GENRES_N2.find(([, signs]) => signs.test(text))
    if (marked) found.push({ regle: 'N2', champ, points: 50, genre: marked[0] })
    if (
      !marked &&
      ((text.match(/\d/g)?.length ?? 0) >= 4 || (/\d/.test(text) && /^[\d\s.]+$/.test(text)))
    )
      found.push({ regle: 'N3', champ, points: 50, genre: 'des chiffres' })
  }
  if (found.length === 0 && (whole.match(DANS_UN_MOT)?.length ?? 0) >= 2)
    found.push({ regle: 'N3', champ: 'prénom et nom', points: 50, genre: 'des chiffres' })
  if (first === last && CHAMEAU.test(first))
    found.push({ regle: 'N4', champ: 'prénom et nom', points: 50, genre: 'deux fois le même' })
  if (rareScript && isOtherScript(whole))
    found.push({
      regle: 'N5',
      champ: 'prénom et nom',
      points: isAdvert || SITE.test(whole) ? 50 : 20,
      genre: isAdvert || SITE.test(whole) ? 'publicité' : 'autre écriture',
    })
  return found
}
