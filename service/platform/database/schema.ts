import type { SchemaChiffres } from './schema/chiffres'
import type { SchemaExclusions } from './schema/exclusions'
import type { SchemaImports } from './schema/imports'
import type { SchemaPublication } from './schema/publication'
import type { SchemaSaisies } from './schema/saisies'
import type { SchemaVerification } from './schema/verification'

export type { AxeADate, GeneratedStamp, Profil, Segment } from './schema/types'

/** The tables and views of `migrations/` that Kysely builds statements of; what is written as SQL says its rows there. */
export interface Schema
  extends
    SchemaChiffres,
    SchemaExclusions,
    SchemaImports,
    SchemaPublication,
    SchemaSaisies,
    SchemaVerification {}
