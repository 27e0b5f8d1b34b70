import { sql } from 'kysely'
import type { Chaine } from '#contract/exclusions'
import type { ChainePublications } from '#contract/publications'
import type { Db } from '../../platform/database/connect'
import { checkArretes } from '../publications/arretes'

/** The acts on the registers: how many, of how many nothing vouches any more, and the first fault. */
export interface ChaineRegistres {
  actes: number
  en_ecart: number
  constat: string | null
}

/** The controls that no view compares, and that are compared each time. */
export const BESIDE = ['B9', 'B10', 'D2', 'D3', 'D9']

/** Stores them beside the others. */
export async function keepBeside(
  tx: Db,
  chaine: Chaine,
  publications: ChainePublications,
): Promise<void> {
  await keepChain(tx, chaine)
  await keepArretes(tx)
  await keepFaits(tx)
  await keepCompares(tx)
  await keepPublications(tx, publications)
}

/** The facts' own control; none before a donor was recounted. */
async function keepFaits(tx: Db): Promise<void> {
  await sql`
    with ecarts as materialized (
      select
        count(*) as parties,
        count(distinct contact_id) as donateurs,
        (array_agg(annee || ', contact ' || contact_id || ' (' || colonnes || ')' order by annee, contact_id))[1] as partie
      from faits_en_ecart
    )
    insert into controles_faits (code, groupe, phrase, unite, parties_en_ecart, partie, gauche, droite, ecart)
    select
      'B9', 'B', 'Donateurs recomptés un à un depuis leurs dons = donateurs aux faits publiés conformes', 'nombre',
      parties, partie, recomptes, recomptes - donateurs, donateurs
    from ecarts
    cross join lateral (
      select greatest(compares, compares_avant, donateurs) as recomptes from parcours_faits
    ) as parcours
    where recomptes > 0`.execute(tx)
}

/** Figures that followed by differences, as the last whole computation found them; no control before one. */
async function keepCompares(tx: Db): Promise<void> {
  await sql`
    insert into controles_faits (code, groupe, phrase, unite, parties_en_ecart, partie, gauche, droite, ecart)
    select
      'B10', 'B', 'Lignes des chiffres suivis de calcul en calcul = lignes d’un calcul entier', 'nombre',
      count(*) filter (where differentes > 0), min(nom) filter (where differentes > 0),
      sum(lignes), sum(lignes - differentes), sum(differentes)
    from chiffres_compares
    having count(*) > 0`.execute(tx)
}

/** The first fault of a chain, with what it is of; null if there is none. */
const said = (what: string, fault: Chaine['premiere_anomalie']): string | null =>
  fault &&
  (fault.numero === null
    ? fault.constat
    : `${what} n°\u00A0${fault.numero}\u00A0: ${fault.constat}`)

/** The log's own control: events intact up to the first anomaly. */
async function keepChain(tx: Db, { evenements, premiere_anomalie }: Chaine): Promise<void> {
  const sound = premiere_anomalie ? Math.max(0, (premiere_anomalie.numero ?? 1) - 1) : evenements
  const broken = premiere_anomalie ? 1 : 0
  await sql`
    insert into controles_faits (code, groupe, phrase, unite, parties_en_ecart, partie, gauche, droite, ecart)
    values (
      'D2', 'D', 'Événements du journal = événements dont la chaîne et les témoins répondent',
      'nombre', ${broken}, ${said('Événement', premiere_anomalie)}, ${evenements}, ${sound}, ${evenements - sound}
    )`.execute(tx)
}

/** The arrêtés whose figures match their seal; no control without any. */
async function keepArretes(tx: Db): Promise<void> {
  const { total, alteres } = await checkArretes(tx)
  if (total === 0) return
  const [first] = alteres
  await sql`
    insert into controles_faits (code, groupe, phrase, unite, parties_en_ecart, partie, gauche, droite, ecart)
    values (
      'D3', 'D', 'Arrêtés = arrêtés dont les chiffres sont ceux qui furent scellés',
      'nombre', ${alteres.length}, ${first ?? null}, ${total}, ${total - alteres.length}, ${alteres.length}
    )`.execute(tx)
}

/** The publications intact up to the first anomaly; no control before the first publication. */
async function keepPublications(
  tx: Db,
  { valide, publications, intactes, premiere_anomalie }: ChainePublications,
): Promise<void> {
  if (valide && publications === 0) return
  await sql`
    insert into controles_faits (code, groupe, phrase, unite, parties_en_ecart, partie, gauche, droite, ecart)
    values (
      'D9', 'D', 'Publications = publications dont la chaîne et les témoins répondent',
      'nombre', ${valide ? 0 : 1}, ${said('Publication', premiere_anomalie)}, ${publications}, ${intactes},
      ${publications - intactes}
    )`.execute(tx)
}

/** The acts on the registers that rows, chains and checkpoints vouch for. */
export async function keepRegistres(
  tx: Db,
  { actes, en_ecart, constat }: ChaineRegistres,
): Promise<void> {
  await sql`
    insert into controles_faits (code, groupe, phrase, unite, parties_en_ecart, partie, gauche, droite, ecart)
    values (
      'A9', 'A', 'Actes des registres = actes dont les lignes, la chaîne et les témoins répondent',
      'nombre', ${en_ecart}, ${constat}, ${actes}, ${actes - en_ecart}, ${en_ecart}
    )`.execute(tx)
}
