import { sql } from 'kysely'
import type { Db } from '../../../service/platform/database/connect'
import { signalesPar } from '../../../service/verification/raisons'
import { chercher } from '../a-verifier'
import { insertDons } from '../dons'
import { exclude } from '../exclusion'
import type { Corpus } from './plant'

const PART = 5_000

export async function insertCorpus(
  db: Db,
  { fiches, dons }: Pick<Corpus, 'fiches' | 'dons'>,
): Promise<void> {
  for (let at = 0; at < fiches.length; at += PART)
    await db
      .insertInto('donateurs')
      .values(fiches.slice(at, at + PART))
      .execute()
  for (let at = 0; at < dons.length; at += PART) await insertDons(db, dons.slice(at, at + PART))
}

/** Of a kind: how many there are, how many are shown, and how many of these each rule names. */
export interface Part {
  total: number
  montres: number
  /** Not in the list themselves, but shown in a wave. */
  vagues: number
  regles: Map<string, number>
}

export interface Mesure {
  rappel: number
  precision: number
  genres: Map<string, Part & { faux: boolean }>
  /** What each rule found: fakes and honest ones, with whatever points, and those of both who are shown. */
  regles: Map<string, { faux: number; honnetes: number }>
}

/** Plants the base and the set, has the rules look, and compares who is shown with the truth: a wave is one line, and its donors are in no list. */
export async function measureCorpus(db: Db, base: Corpus, corpus: Corpus): Promise<Mesure> {
  await insertCorpus(db, base)
  await insertCorpus(db, corpus)
  for (const contact of corpus.exclus) await exclude(db, contact)
  await chercher(db)
  const { rows } = await sql<{ contact_id: string; regles: string[] }>`
    select contact_id, regles
    from ${signalesPar(sql`true`)} as signales
    where contact_id not in (select contact_id collate "C" from contacts_exclus)`.execute(db)
  const { rows: waves } = await sql<{ contact_id: string }>`
    select distinct contact_id from signalements where regle in ('B3', 'B4')`.execute(db)
  const waving = new Set(waves.map(({ contact_id }) => contact_id))
  const shown = new Map(rows.map(({ contact_id, regles }) => [contact_id, regles]))
  const mesure: Mesure = { rappel: 0, precision: 0, genres: new Map(), regles: new Map() }
  const count = (genre: string, faux: boolean, contact: string) => {
    const regles = shown.get(contact)
    const part = mesure.genres.get(genre) ?? {
      faux,
      total: 0,
      montres: 0,
      vagues: 0,
      regles: new Map<string, number>(),
    }
    mesure.genres.set(genre, part)
    part.total += 1
    if (!regles && waving.has(contact)) part.vagues += 1
    if (!regles) return
    part.montres += 1
    for (const regle of regles) {
      part.regles.set(regle, (part.regles.get(regle) ?? 0) + 1)
      const of = mesure.regles.get(regle) ?? { faux: 0, honnetes: 0 }
      of[faux ? 'faux' : 'honnetes'] += 1
      mesure.regles.set(regle, of)
    }
  }
  for (const [contact, { genre, faux }] of corpus.verites) count(genre, faux, contact)
  const excluded = new Set(corpus.exclus)
  for (const { contact_id } of base.fiches)
    if (!excluded.has(contact_id)) count('le reste de la base', false, contact_id)
  const parts = [...mesure.genres.values()]
  const sum = (of: typeof parts, what: 'total' | 'montres' | 'vagues') =>
    of.reduce((all, part) => all + part[what], 0)
  const fakes = parts.filter(({ faux }) => faux)
  mesure.rappel = (sum(fakes, 'montres') + sum(fakes, 'vagues')) / sum(fakes, 'total')
  mesure.precision = sum(fakes, 'montres') / Math.max(1, sum(parts, 'montres'))
  return mesure
}
