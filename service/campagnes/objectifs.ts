import { sql } from 'kysely'
import type { MesureObjectif } from '#contract/objectifs'
import type { Db } from '../platform/database/connect'
import { onlyRow } from '../platform/database/only-row'

interface Objectif {
  annee: number
  mesure: MesureObjectif
  famille: string | null
  /** Null withdraws it. */
  valeur: number | null
  saisi_par: string
  identite: string | null
}

/** Whether a campaign is of that family; of `N/A` are those that have none. */
export async function isFamille(db: Db, famille: string): Promise<boolean> {
  const { connue } = onlyRow(
    await sql<{ connue: boolean }>`
      select ${famille} = 'N/A' or exists (select from campagnes_en_vigueur where famille = ${famille}) as connue`.execute(
      db,
    ),
  )
  return connue
}

/** Appends an aim or its withdrawal; returns false if there is nothing to withdraw. */
export async function noteObjectif(
  db: Db,
  { annee, mesure, famille, valeur, saisi_par, identite }: Objectif,
): Promise<boolean> {
  const { numero } = onlyRow(
    await sql<{ numero: number | null }>`
      select inscrire_objectif(
        ${annee}::smallint, ${mesure}, ${famille}, ${valeur}::numeric, ${saisi_par}, ${identite}
      ) as numero`.execute(db),
  )
  return numero !== null
}
