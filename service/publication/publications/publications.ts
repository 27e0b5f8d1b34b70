import { type RawBuilder, sql } from 'kysely'
import { type Publications, PUBLICATIONS_AU_PLUS } from '#contract/publications'
import type { Db } from '../../platform/database/connect'
import { type Cause, tellCauses } from './causes'

interface Row {
  numero: number
  publie_le: string
  causes: Cause[]
  arrete: string | null
}

type Publication = Publications['publications'][number]

/** The publications that the condition allows, newest first. */
async function readWhere(db: Db, condition: RawBuilder<unknown>): Promise<Publication[]> {
  const { rows } = await sql<Row>`
    select
      publications.numero,
      to_char(publie_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as publie_le,
      coalesce(
        jsonb_agg(
          jsonb_build_object(
            'nature', nature, 'fichier_id', fichier_id, 'nom', nom, 'inseres', inseres, 'modifies', modifies,
            'contact_id', decisions.contact_id, 'contact_principal', decisions.contact_principal,
            'partage', (select i.partage from imports as i where i.fichier_id = causes.fichier_id),
            'annule', (
              select f.nom from imports as i join fichiers as f on f.fichier_id = i.annule
              where i.fichier_id = causes.fichier_id
            )
          )
          order by rang
        ) filter (where nature is not null),
        '[]'
      ) as causes,
      max(arretes.raison) as arrete
    from publications
    left join publications_causes as causes on causes.publication = publications.numero
    left join evenements_exclusion as decisions on decisions.numero = causes.evenement
    left join evenements_exclusion as arretes on arretes.publication = publications.numero
    where ${condition}
    group by publications.numero
    order by publications.numero desc`.execute(db)
  return rows.map(({ causes, ...row }) => ({ ...row, causes: tellCauses(causes) }))
}

/** The latest `limit` publications, newest first, and older ones that have a name. */
export async function readPublications(db: Db, limit: number): Promise<Publications> {
  const wanted = sql`
    publications.numero > (select max(numero) from publications) - ${limit}::bigint
      or arretes.publication in (
        select publication
        from evenements_exclusion
        where type = 'ARRETE'
        order by numero desc
        limit ${PUBLICATIONS_AU_PLUS}
      )`
  return { publications: await readWhere(db, wanted) }
}

/** The publications of these numbers. */
export async function readNumbered(
  db: Db,
  numeros: readonly number[],
): Promise<Map<number, Publication>> {
  const found = await readWhere(db, sql`publications.numero = any (${numeros}::bigint[])`)
  return new Map(found.map((publication) => [publication.numero, publication]))
}
