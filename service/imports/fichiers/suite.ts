import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { type Depose, octetsOf, PEU, readHead } from '../staging/octets'
import { coupe, trouverEntete } from './entete'
import type { Lisible } from './remplir'

/** A heading as it is compared: remarks right of it may be missing. */
const sansVides = (noms: readonly string[]): string =>
  JSON.stringify(noms.slice(0, noms.findLastIndex((nom) => nom !== '') + 1))

/** Notes of a workbook that is imported which of its sheets nobody has read yet have the same columns. */
interface Deposee extends Depose {
  suivantes?: string[]
}

/**
 * Leaves the bytes of a workbook, one of whose sheets is imported, to a file of their own where other sheets have the same
 * columns: they are read likewise by one click. Returns that file.
 */
export async function keepFeuilles(
  tx: Db,
  fichierId: string,
  { lecture: { feuille: asked }, lues }: Lisible,
): Promise<string | undefined> {
  const { lecture } = await tx
    .selectFrom('fichiers')
    .select('lecture')
    .where('fichier_id', '=', fichierId)
    .executeTakeFirstOrThrow()
  const {
    feuilles,
    choisie: likely,
    suivantes = feuilles.map(({ nom }) => nom),
  } = lecture as Deposee
  const lue = asked ?? feuilles[likely]?.nom
  const autres: string[] = []
  for (const [place, feuille] of feuilles.entries()) {
    const { nom, ligneEntete, octets } = feuille
    if (nom === lue || octets === 0 || !suivantes.includes(nom)) continue
    const { head } = await readHead(tx, fichierId, place, feuille, PEU)
    const { noms } = trouverEntete(head, new Set(), coupe(feuille, ligneEntete))
    if (sansVides(noms) === sansVides(lues.entete)) autres.push(nom)
  }
  const [first] = autres
  if (first === undefined) return undefined
  const suite = randomUUID()
  await sql`alter table ${octetsOf(fichierId)} rename to ${sql.id(`octets_${suite.replaceAll('-', '')}`)}`.execute(
    tx,
  )
  const choisie = feuilles.findIndex(({ nom }) => nom === first)
  await sql`
    insert into fichiers (fichier_id, type, nom, taille, sha256, lecture, poids, depose_par)
    select ${suite}::uuid, type, nom, taille, sha256, ${JSON.stringify({ feuilles, choisie, suivantes: autres })}::jsonb, poids, depose_par
    from fichiers where fichier_id = ${fichierId}`.execute(tx)
  return suite
}
