import type { ColumnType, Generated } from 'kysely'

export type Stamp = ColumnType<Date, Date | string, Date | string>

export type GeneratedStamp = ColumnType<Date, Date | string | undefined, Date | string>

export type NullableStamp = ColumnType<Date | null, Date | string | null, Date | string | null>

export type Nullable<T> = { [Key in keyof T]: T[Key] | null }

/** Single-row table. */
export interface OneRow {
  une_ligne: Generated<boolean>
}

/** Axes that donors are counted by as of a date. */
export type AxeADate = 'media' | 'origine' | 'profil' | 'tranche_total' | 'tranche_dernier'

/** Campaign profile codes; the settings name the campaign that is not VFL. */
export type Profil = 'PRODUIT' | 'VFL' | 'MIXTE'

/** 1 gift, 2 to 5, 6 and more. */
export type Segment = 1 | 2 | 3
