import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connect'

/** Words by which people name what does not come through a form on the web. */
const PAPIER = [
  ...[
    'cheques?',
    'chq',
    'postale?',
    'poste',
    'courriers?',
    'mailing',
    'especes?',
    'esp',
    'liquide',
    'virements?',
    'vir',
  ],
  ...[
    'prelevements?',
    'prlv',
    'sepa',
    'guichet',
    'quetes?',
    'troncs?',
    'papier',
    'legs',
    'notaire',
    'collecte',
    'enveloppes?',
  ],
  ...['bulletins?', 'caisse', 'print', 'mail'],
]

const MOTIF = `(^|[^a-z])(${PAPIER.join('|')})([^a-z]|$)`

/** Whether a media is paper or cash: what an office types in says nothing of who gave. */
export type SurPapier = (media: RawBuilder<unknown>) => RawBuilder<unknown>

/** Reads which codes of media are, once a search. */
export async function readPapier(tx: Db): Promise<SurPapier> {
  const { rows } = await sql<{ media: string }>`
    select media
    from (
      select distinct unnest(array_append(autres_medias, media)) as media from donateurs_annees
    ) as codes
    where plier_texte(media) ~ ${MOTIF}`.execute(tx)
  const codes = rows.map(({ media }) => media)
  return (media) => sql`coalesce(${media}, '') = any (${codes}::text[])`
}

/** Whether somebody gives regularly, as their series tell: their gifts may be booked on one day. */
export const estRegulier = (contact: RawBuilder<unknown>) => sql`exists (
  select from series_dons where series_dons.contact_id = ${contact} and connue_le is not null
)`
