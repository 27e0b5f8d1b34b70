import type { TypeFichier } from '#contract/imports'
import { FIELDS, RAISON_SOCIALE, REQUIRED } from '#files/entetes'
import type { Onglet } from './address'
import { fieldName } from './fichier/words'

interface Column {
  name: string | null
  required: string | null
  meaning: string
}

/** What the file of a tab must have, in words; its columns have names where the application gives them. */
export interface Expected {
  intro: string
  columns: Column[]
}

function requiredOf(type: TypeFichier, field: string): string | null {
  const one = REQUIRED[type].find((names) => names.includes(field))
  if (!one) return null
  const others = one.filter((name) => name !== field)
  return others.length > 0 ? `obligatoire, ou ${others.join(', ')}` : 'obligatoire'
}

/** Every column that is read, in table order; what a company's name may be headed comes last. */
function columnsOf(type: TypeFichier): Column[] {
  const columns = FIELDS[type].map(({ field, aliases }) => ({
    name: field,
    required: requiredOf(type, field),
    meaning: `${fieldName(field)}\u00A0; autres noms acceptés\u00A0: ${aliases.join(', ')}`,
  }))
  const [name = '', ...others] = RAISON_SOCIALE
  const meaning = `raison sociale\u00A0: là où elle est remplie, c’est le nom, et le donateur est une société\u00A0; autre nom accepté\u00A0: ${others.join(', ')}`
  return type === 'donateurs' ? [...columns, { name, required: null, meaning }] : columns
}

const ANY: Expected = {
  intro:
    'Gardez le fichier tel que votre outil le donne\u00A0: la page suivante montre ses colonnes, et vous dites ce qu’elles sont. Il faut au moins\u00A0:',
  columns: [
    'une date et un montant par ligne\u00A0;',
    'de quoi reconnaître le donateur\u00A0: son numéro, ou son e-mail et son nom, ou son nom et son code postal.',
  ].map((meaning) => ({ name: null, required: null, meaning })),
}

export const expectedOf = (onglet: Onglet): Expected =>
  onglet === 'fichier'
    ? ANY
    : {
        intro:
          'L’ordre est libre, les autres colonnes sont ignorées. Majuscules, accents, espaces, tirets et ponctuation ne comptent pas dans les noms.',
        columns: columnsOf(onglet),
      }
