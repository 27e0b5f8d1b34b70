import type { SchemaChiffres } from './schema/chiffres'
import type { SchemaExclusions } from './schema/exclusions'
import type { SchemaFaits } from './schema/faits'
import type { SchemaImports } from './schema/imports'
import type { SchemaPublication } from './schema/publication'
import type { SchemaSaisies } from './schema/saisies'
import type { SchemaVerification } from './schema/verification'

export type { Axe, AxeADate, GeneratedStamp, Profil, Segment } from './schema/types'

/** Tables and views as Kysely sees them, one entry per object of `migrations/`. */
export interface Schema
  extends
    SchemaChiffres,
    SchemaExclusions,
    SchemaFaits,
    SchemaImports,
    SchemaPublication,
    SchemaSaisies,
    SchemaVerification {}
