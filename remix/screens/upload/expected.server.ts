import type { TypeFichier } from '#contract/imports'
import { FIELDS, RAISON_SOCIALE, REQUIRED } from '#files/entetes'
import { fieldName } from './fichier/words'

/** A column of one of the two files, in words. */
export interface Expected {
  name: string
  required: string | null
  meaning: string
}

function requiredOf(type: TypeFichier, field: string): string | null {
  const one = REQUIRED[type].find((names) => names.includes(field))
  if (!one) return null
  const others = one.filter((name) => name !== field)
  return others.length > 0 ? `obligatoire, ou ${others.join(', ')}` : 'obligatoire'
}

/** Every column that is read, in table order; what a company's name may be headed comes last. */
export function expectedColumns(type: TypeFichier): Expected[] {
  const columns = FIELDS[type].map(({ field, aliases }) => ({
    name: field,
    required: requiredOf(type, field),
    meaning: `${fieldName(field)}\u00A0; autres noms acceptés\u00A0: ${aliases.join(', ')}`,
  }))
  const [societe = '', ...others] = RAISON_SOCIALE
  const meaning = `raison sociale\u00A0: où elle est remplie, c’est le nom, et le donateur est une société\u00A0; autre nom accepté\u00A0: ${others.join(', ')}`
  return type === 'donateurs' ? [...columns, { name: societe, required: null, meaning }] : columns
}
