import { type SelectQueryBuilder, sql } from 'kysely'
import type { Evenement } from '#contract/exclusions'
import type { Db } from '../platform/database/connect'
import type { Schema } from '../platform/database/schema'

/** An event's columns as in the contract; the time keeps the six decimals that are hashed. */
export const COLONNES = [
  'numero',
  'evenement_id',
  'contact_id',
  'type',
  'raison',
  'exclu_par',
  'identite',
  sql<string>`to_char(survenu_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as(
    'survenu_le',
  ),
  'donations_concernees',
  'montant_concerne',
  'publication',
  'sceau',
  'contact_principal',
  'connues',
  'empreinte_precedente',
  'empreinte',
] as const

/** The events of the log, unordered. */
export const selectEvenements = (
  db: Db,
): SelectQueryBuilder<Schema, 'evenements_exclusion', Evenement> =>
  db.selectFrom('evenements_exclusion').select(COLONNES)
