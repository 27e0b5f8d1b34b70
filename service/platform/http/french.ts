import { z } from 'zod'

/** French plurals start above one. */
const some = (count: number | bigint, word: string) => `${count} ${word}${count > 1 ? 's' : ''}`

const TYPES: Record<string, string> = {
  number: 'Un nombre est attendu.',
  nan: 'Un nombre est attendu.',
  int: 'Un nombre entier est attendu.',
  string: 'Un texte est attendu.',
  object: 'Des champs sont attendus, en JSON.',
}

/** French messages for values the contract has no own sentence for; zod's are English. */
const explain: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type')
    return issue.input === undefined
      ? 'Cette valeur est obligatoire.'
      : (TYPES[issue.expected] ?? 'Cette valeur n’est pas du type attendu.')
  if (issue.code === 'invalid_value')
    return `Une valeur parmi ${issue.values.map(String).join(', ')} est attendue.`
  if (issue.code === 'too_small')
    return issue.origin === 'string'
      ? `Au moins ${some(issue.minimum, 'caractère')} ici.`
      : `Cette valeur doit être supérieure ou égale à ${issue.minimum}.`
  if (issue.code === 'too_big')
    return issue.origin === 'string'
      ? `${some(issue.maximum, 'caractère')} au plus ici.`
      : `Cette valeur doit être inférieure ou égale à ${issue.maximum}.`
  return 'Cette valeur n’est pas valide.'
}

/** Makes zod's messages French. */
export const speakFrench = (): void => void z.config({ customError: explain })
