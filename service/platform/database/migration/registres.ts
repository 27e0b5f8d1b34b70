import { readFileSync } from 'node:fs'
import path from 'node:path'
import { hashOf, MIGRATIONS, type SqlFile } from './files'

/** What `migrations/registres.json` says of a register: a table of what people did, which only grows. */
export interface Registre {
  /** As the audit names it. */
  nom: string
  /** How the database refuses a change. */
  refus: string
  cle: string[]
  /** Who adds rows: the service by itself, or these functions of the owner's. */
  par: 'service' | string[]
  /** Columns that get their value later, once. */
  complete?: string[]
  /** A column of JSON of which a part is taken away, where somebody is to be forgotten, and the owner's function that does. */
  efface?: { colonne: string; par: string }
  /** Which rows the service takes off, as SQL of their columns. */
  retire?: string
  /** Whether its chain has an act a row, or a statement; without, it has a chain of its own. */
  actes?: 'lignes' | 'sommes'
  /** Whether the role dons_audit reads it. */
  auditeur?: boolean
}

/** Reads the registers, by table, in the order in which a backup restores them. */
export const readRegistres = (migrations = MIGRATIONS): Record<string, Registre> =>
  JSON.parse(readFileSync(path.join(migrations, 'registres.json'), 'utf8')) as Record<
    string,
    Registre
  >

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
const arrayOf = (texts: readonly string[]) => `array[${texts.map(literal).join(', ')}]::text[]`

/** What the service may do with the table. */
function rightsOf({ par, complete = [], retire }: Registre): string {
  const own = [
    'insert',
    ...(complete.length > 0 ? [`update (${complete.join(', ')})`] : []),
    ...(retire ? ['delete'] : []),
  ]
  return ['select', ...(par === 'service' ? own : [])].join(', ')
}

const rowOf = ([table, registre]: [string, Registre]) => {
  const { cle, par, efface, actes, auditeur = false } = registre
  const values = [
    literal(table),
    arrayOf(cle),
    actes ? literal(actes) : 'null',
    literal(rightsOf(registre)),
    arrayOf([...(par === 'service' ? [] : par), ...(efface ? [efface.par] : [])]),
    auditeur,
  ]
  return `  (${values.join(', ')})`
}

function triggersOf([table, { cle, refus, complete = [], efface, retire = '', actes }]: [
  string,
  Registre,
]): string[] {
  const guard = `execute function garder_registre(${[refus, complete.join(','), retire && 'oui', efface?.colonne ?? ''].map(literal).join(', ')})`
  const chain = `execute function enchainer_registre(${[actes ?? '', cle.join(', '), retire, refus, efface ? 'EFFACEMENT' : 'CHANGEMENT'].map(literal).join(', ')})`
  const chained = (name: string, event: string, rows: string): [string, string] => [
    `${table}_${name}_enchaines`,
    `after ${event} on ${table} referencing ${rows} for each statement ${chain}`,
  ]
  const triggers: [name: string, what: string][] = [
    [`${table}_lignes_immuables`, `before update or delete on ${table} for each row ${guard}`],
    [`${table}_table_immuable`, `before truncate on ${table} for each statement ${guard}`],
    ...(actes ? [chained('ajouts', 'insert', 'new table as nouvelles')] : []),
    ...(actes && (efface || complete.length > 0)
      ? [chained('changements', 'update', 'old table as anciennes new table as nouvelles')]
      : []),
    ...(actes && retire ? [chained('retraits', 'delete', 'old table as anciennes')] : []),
  ]
  return triggers.map(
    ([name, what]) =>
      `create or replace trigger ${name} ${what};\nalter table ${table} enable always trigger ${name};`,
  )
}

/** The view `registres`, which says to the functions of the owner what the file does, and the triggers of each register. */
export function registresObject(migrations: string): SqlFile {
  const registres = Object.entries(readRegistres(migrations))
  const text = `create view registres (nom, cle, actes, droits, fonctions, auditeur) as values
${registres.map(rowOf).join(',\n')};

${registres.flatMap(triggersOf).join('\n')}

-- What they called in version 0.1.0, which kept no account of its functions.
drop function if exists refuser_modification_evenements();
`
  const name = 'registres'
  return { place: `proprietaire/${name}`, name, text, hash: hashOf(text), source: name }
}
