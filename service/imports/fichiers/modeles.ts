import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { LectureFichier, type Modele } from '#contract/lecture'
import type { Db } from '../../platform/database/connect'
import { Problem } from '../../problem'
import { MODELES_LIVRES } from '../modeles'

const unknown = () => new Problem('introuvable', 'Ce modèle n’existe pas, ou n’est plus proposé.')

interface Kept {
  id: string
  version: number
  nom: string
  lecture: unknown
  par: string
  le: Date
}

/** A kept reading that this version still understands; others are offered no more. */
function toModele({ id, version, nom, lecture, par, le }: Kept): Modele[] {
  const read = LectureFichier.safeParse(lecture)
  if (!read.success) return []
  return [
    {
      id,
      nom,
      version,
      livre: false,
      remarques: [],
      lecture: read.data,
      par,
      le: le.toISOString(),
    },
  ]
}

const MOST = 150

/** The latest versions of the models: kept ones, latest first, then those that ship. */
export async function listerModeles(db: Db): Promise<Modele[]> {
  const { rows } = await sql<Kept>`
    select * from (
      select distinct on (id) * from modeles_fichiers
      where id not in (select id from modeles_oublies)
      order by id, version desc
    ) as derniers
    order by le desc limit ${MOST}`.execute(db)
  return [...rows.flatMap(toModele), ...MODELES_LIVRES]
}

/** A model by its id. Throws a Problem if there is none. */
export async function lireModele(db: Db, id: string): Promise<Modele> {
  const found = (await listerModeles(db)).find((modele) => modele.id === id)
  if (!found) throw unknown()
  return found
}

interface AGarder {
  nom: string
  lecture: LectureFichier
  id?: string | undefined
  par: string
}

/** Keeps a reading: as a new model, or as the next version of a kept one. */
export const garder = (
  db: Db,
  {
    nom,
    lecture: { numeros_repris: _repris, lignes_masquees: _masquees, ...lecture },
    id: asked,
    par,
  }: AGarder,
): Promise<Modele> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('imports:modeles'))`.execute(tx)
    const known = await listerModeles(tx)
    const before = asked === undefined ? undefined : known.find((modele) => modele.id === asked)
    if (asked !== undefined && !before) throw unknown()
    if (before?.livre)
      throw new Problem(
        'invalide',
        'Un modèle livré avec l’application ne change pas\u00a0: gardez cette lecture sous un nom à elle.',
        { champ: 'id' },
      )
    if (!before && known.filter(({ livre }) => !livre).length >= MOST)
      throw new Problem('invalide', `Il y a déjà ${MOST}\u00a0modèles gardés\u00a0: oubliez-en un.`)
    if (known.some((modele) => modele.nom === nom && modele.id !== before?.id))
      throw new Problem('invalide', 'Un autre modèle porte déjà ce nom.', { champ: 'nom' })
    const kept = await tx
      .insertInto('modeles_fichiers')
      .values({
        id: before?.id ?? randomUUID(),
        version: (before?.version ?? 0) + 1,
        nom,
        lecture: JSON.stringify(lecture),
        par,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const [modele] = toModele(kept)
    if (!modele) throw new Error('a reading that was just validated is not understood')
    return modele
  })

/** Offers a kept model no more; its versions stay. Throws a Problem for one that ships. */
export async function oublier(db: Db, id: string, par: string): Promise<void> {
  const { livre } = await lireModele(db, id)
  if (livre)
    throw new Problem('invalide', 'Un modèle livré avec l’application ne s’oublie pas.', {
      champ: 'id',
    })
  await sql`insert into modeles_oublies (id, par) values (${id}, ${par}) on conflict do nothing`.execute(
    db,
  )
}
