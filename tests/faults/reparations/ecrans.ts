import type { Reparation } from './reparation'

export const reparations: Reparation[] = [
  {
    code: 'B11',
    panne:
      'React pads its buffer with NUL bytes where a character straddles it: hidden fields arrive damaged',
    depuis: 'no page has a NUL byte, and every donor can be excluded without JavaScript',
    tests: {
      'e2e/accents.spec.ts': [
        'aucune page d’une base pleine d’accents et d’émojis n’a d’octet nul',
        'sans JavaScript, chaque donateur s’exclut sous son nom',
      ],
    },
  },
]
