import type { ChainePublications } from '#contract/publications'
import type { Db } from '../platform/database/connect'
import { inSnapshot } from '../platform/database/snapshot'
import { type Checkpoint, readCheckpoints } from './checkpoints'
import { type Anomalie, GENESIS, type Query, queryOf } from './empreinte'

const written = (...texts: string[]) =>
  texts
    .map(
      (text) =>
        `coalesce(octet_length(convert_to(${text}, 'UTF8'))::text || ':' || ${text}, '-') || ','`,
    )
    .join(' || ')

const instant = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** A range of publication numbers: after one, up to another. */
interface Range {
  after: number
  upTo?: number
}

/** Concatenates the texts of each publication's rows in a table. */
const gathered = (
  { after, upTo }: Range,
  {
    table,
    numero,
    order,
    texts,
  }: { table: string; numero: string; order: string; texts: string[] },
) => `(
  select ${numero} as numero, string_agg(${written(...texts)}, '' order by ${order}) as texte
  from ${table}
  where ${numero} > ${after}${upTo === undefined ? '' : ` and ${numero} <= ${upTo}`}
  group by ${numero}
)`

const CAUSES = {
  table: 'publications_causes',
  numero: 'publication',
  order: 'rang',
  texts: [
    `'cause'`,
    'rang::text',
    'nature',
    instant('le'),
    'fichier_id::text',
    'evenement::text',
    'nom',
    'inseres::text',
    'modifies::text',
  ],
}

const EFFETS = {
  table: 'publications_effets',
  numero: 'publication',
  order: 'rang, annee',
  texts: [`'effet'`, 'rang::text', 'annee::text', 'dons::text', 'montant::text', 'donateurs::text'],
}

const DEBUTS = {
  table: 'publications_lignes',
  numero: 'depuis',
  order: 'vue collate "C", ligne collate "C"',
  texts: [`'début'`, 'vue', 'ligne'],
}

const FINS = {
  table: 'publications_lignes',
  numero: 'jusqua',
  order: 'vue collate "C", ligne collate "C", depuis',
  texts: [`'fin'`, 'vue', 'ligne', 'depuis::text'],
}

interface Publiee {
  numero: number
  calculee: string
  empreinte: string | null
  empreinte_precedente: string | null
}

/**
 * Publications with their stored hash and the recomputed one, as documented in
 * migrations/proprietaire/empreinte_publication.sql; built-in functions only, because a database administrator can
 * replace the others.
 */
const readPubliees = (query: Query, range: Range): Promise<Publiee[]> =>
  query(`
    select
      numero, empreinte, empreinte_precedente,
      encode(
        sha256(
          convert_to(
            ${written(`'publication_chainee/1'`, 'numero::text', instant('publie_le'), 'evenement::text', instant('trouvee_le'), 'ecriture')}
              || coalesce(causes.texte, '') || coalesce(effets.texte, '')
              || coalesce(debuts.texte, '') || coalesce(fins.texte, '')
              || ${written('empreinte_precedente')},
            'UTF8'
          )
        ),
        'hex'
      ) as calculee
    from publications
    left join ${gathered(range, CAUSES)} as causes using (numero)
    left join ${gathered(range, EFFETS)} as effets using (numero)
    left join ${gathered(range, DEBUTS)} as debuts using (numero)
    left join ${gathered(range, FINS)} as fins using (numero)
    where numero > ${range.after}${range.upTo === undefined ? '' : ` and numero <= ${range.upTo}`}
    order by numero`)

/** The hash of a publication as stored now; undefined if there is none. */
export async function hashPublication(tx: Db, numero: number): Promise<string | undefined> {
  const [found] = await readPubliees(queryOf(tx), { after: numero - 1, upTo: numero })
  return found?.calculee
}

/** End of a part of the chain: number and hash of the last publication. */
export interface Tete {
  numero: number
  empreinte: string
}

export const AUCUNE: Tete = { numero: 0, empreinte: GENESIS }

function judge(found: Publiee, { numero, empreinte }: Tete): string | undefined {
  if (found.numero !== numero + 1) return 'Cette publication manque.'
  if (found.empreinte === null) return 'Cette publication n’est pas enchaînée.'
  if (found.calculee !== found.empreinte)
    return 'Ce qui est gardé de cette publication ne correspond plus à son empreinte.'
  if (found.empreinte_precedente !== empreinte)
    return 'Cette publication ne suit pas celle qui la précède.'
  return undefined
}

/**
 * Verifies the chain of publications after `debut`: returns where it ends, and the first one that is missing, edited or
 * out of sequence.
 */
export async function followPublications(
  query: Query,
  debut: Tete,
): Promise<{ fin: Tete; anomalie: Anomalie | undefined }> {
  let fin = debut
  for (const found of await readPubliees(query, { after: debut.numero })) {
    const constat = judge(found, fin)
    if (constat !== undefined) return { fin, anomalie: { numero: fin.numero + 1, constat } }
    fin = { numero: found.numero, empreinte: found.empreinte ?? '' }
  }
  return { fin, anomalie: undefined }
}

/** The first publication that a checkpoint saw and that has changed. */
export async function findLostPublication(
  query: Query,
  kept: readonly Checkpoint[],
): Promise<Anomalie | undefined> {
  const noted = kept.flatMap(({ publications }) => publications ?? [])
  if (noted.length === 0) return undefined
  const rows = await query<Tete>('select numero, empreinte from publications')
  const hashes = new Map(rows.map(({ numero, empreinte }) => [numero, empreinte]))
  const [lost] = noted
    .filter(({ numero, empreinte }) => hashes.get(numero) !== empreinte)
    .sort((one, other) => one.numero - other.numero)
  if (!lost) return undefined
  return {
    numero: lost.numero,
    constat: hashes.has(lost.numero)
      ? 'Cette publication n’est plus celle qu’un point de contrôle a notée\u00A0: les publications ont été récrites.'
      : 'Un point de contrôle a noté cette publication, qui manque\u00A0: la fin a été coupée.',
  }
}

/** A row, cause or effect of a missing publication. */
async function findStranger(query: Query): Promise<Anomalie | undefined> {
  const [found] = await query<{ numero: number | null }>(`
    select min(numero) as numero
    from (
      select depuis as numero from publications_lignes
      union
      select jusqua from publications_lignes where jusqua is not null
      union
      select publication from publications_causes
      union
      select publication from publications_effets
    ) as dites
    where numero not in (select numero from publications)`)
  const numero = found?.numero ?? null
  return numero === null
    ? undefined
    : { numero, constat: 'Cette publication manque, mais il en reste des lignes.' }
}

/** The first publication that saw an entry about stored gifts which no longer exists. */
async function findRewritten(query: Query): Promise<Anomalie | undefined> {
  const [found] = await query<{ numero: number | null }>(`
    select min(numero) as numero
    from publications
    where ecriture not in (select empreinte from ecritures_dons)`)
  const numero = found?.numero ?? null
  return numero === null
    ? undefined
    : {
        numero,
        constat: 'Les écritures des dons ne sont plus celles que cette publication a vues.',
      }
}

async function verify(query: Query, dataDir: string): Promise<ChainePublications> {
  const { checkpoints } = await readCheckpoints(dataDir)
  const { fin, anomalie: broken } = await followPublications(query, AUCUNE)
  const anomalie =
    broken ??
    (await findLostPublication(query, checkpoints)) ??
    (await findStranger(query)) ??
    (await findRewritten(query)) ??
    null
  const [told] = await query<
    Omit<ChainePublications, 'valide' | 'intactes' | 'premiere_anomalie'>
  >(`
    select
      count(*) as publications,
      max(numero) filter (where trouvee_le is not null) as trouvees,
      to_char(
        coalesce(max(trouvee_le), min(publie_le)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
      ) as repond_depuis
    from publications`)
  return {
    publications: told?.publications ?? 0,
    trouvees: told?.trouvees ?? null,
    repond_depuis: told?.repond_depuis ?? null,
    valide: anomalie === null,
    intactes: anomalie === null ? fin.numero : Math.max(0, (anomalie.numero ?? 1) - 1),
    premiere_anomalie: anomalie,
  }
}

/** Returns a verifier of the publications, also against the checkpoints in `dataDir`. */
export const createPublicationsVerifier =
  (db: Db, dataDir: string): (() => Promise<ChainePublications>) =>
  () =>
    inSnapshot(db, (tx) => verify(queryOf(tx), dataDir))
