import { sql } from 'kysely'
import { LISTES_AU_PLUS } from '#contract/listes-gardees'
import { citer } from '#figures/format'
import type { Db } from '../../../platform/database/connect'
import { onlyRow } from '../../../platform/database/only-row'
import { keepDonations } from '../../../platform/database/snapshot'
import { Problem } from '../../../problem'
import { readMoment } from '../moment'
import { ask } from '../question'
import { readAdresse } from './adresse'
import { mesurer } from './mesurer'

const refused = (champ: string, message: string) => new Problem('invalide', message, { champ })

/** Nobody else counts meanwhile: `lock` takes no snapshot, so that the one of `work` has what the last who did wrote. */
const alone = <Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`lock table listes_mesurees in share row exclusive mode`.execute(tx)
      await keepDonations(tx)
      return work(tx)
    })

/** Keeps a list under a name that no other has, and counts it; returns its id. */
export const garder = (
  db: Db,
  produit: string,
  { nom, adresse: given, par }: { nom: string; adresse: string; par: string },
): Promise<string> =>
  alone(db, async (tx) => {
    const { adresse, query } = readAdresse(given)
    // Refuses what the list itself would.
    ask(produit, query, await readMoment(tx, query))
    const { kept, named } = onlyRow(
      await sql<{ kept: number; named: boolean }>`
        select count(*) as kept, coalesce(bool_or(plier_texte(nom) = plier_texte(${nom})), false) as named
        from listes_gardees
        where retiree_le is null`.execute(tx),
    )
    if (named) throw refused('nom_liste', `Une liste gardée se nomme déjà ${citer(nom)}.`)
    if (kept >= LISTES_AU_PLUS)
      throw refused(
        'nom_liste',
        `${LISTES_AU_PLUS} listes sont déjà gardées, et chacune se compte à chaque publication : retirez-en une d’abord.`,
      )
    const { liste_id } = onlyRow(
      await sql<{ liste_id: string }>`
        insert into listes_gardees (nom, adresse, gardee_par)
        values (${nom}, ${adresse}, ${par})
        returning liste_id`.execute(tx),
    )
    await mesurer(tx, produit, { liste_id, adresse })
    return liste_id
  })

/** Takes a list off, and forgets who was in it; returns its name. Throws a Problem for one that is not kept. */
export const retirer = (db: Db, liste_id: string, par: string): Promise<string> =>
  alone(db, async (tx) => {
    const { rows } = await sql<{ nom: string }>`
      update listes_gardees set retiree_par = ${par}, retiree_le = clock_timestamp()
      where liste_id = ${liste_id} and retiree_le is null
      returning nom`.execute(tx)
    const [found] = rows
    if (!found) throw new Problem('conflit', 'Cette liste n’est pas gardée, ou ne l’est plus.')
    await sql`delete from listes_membres where liste_id = ${liste_id}`.execute(tx)
    return found.nom
  })
