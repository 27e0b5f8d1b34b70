/** @import { Query } from './rows.mjs' */
import { createHash } from 'node:crypto'
import { instant, rowsOf } from './rows.mjs'

/**
 * Who vouched for gifts that had changed, and why.
 * @typedef {{ le: string, par: string, motif: string }} Reprise
 */

/**
 * An entry, with its sums as hashed.
 * @typedef {{ numero: string, nature: string, fichier_id: string | null, par: string | null, motif: string | null, ecrite_le: string, imports_avant: string, empreinte_precedente: string, empreinte: string, sommes: string[] | null }} Entry
 */

/** @param {string | null} text */
const measured = (text) => (text === null ? '-' : `${Buffer.byteLength(text)}:${text}`)

/** @param {Entry} entry */
function hashOf(entry) {
  const { numero, nature, fichier_id, par, motif, ecrite_le, imports_avant, sommes } = entry
  const lines = ['ecriture_dons/1', numero, nature, fichier_id ?? '-', measured(par)]
  lines.push(measured(motif), ecrite_le, imports_avant, ...(sommes ?? []))
  lines.push(entry.empreinte_precedente, '')
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

const ENTRIES = `
  select
    numero::text, nature, fichier_id::text, par, motif,
    ${instant('ecrite_le')} as ecrite_le,
    imports_avant::text, empreinte_precedente, empreinte,
    (
      select array_agg(concat_ws(':', annee, tranche, dons, centimes, empreintes, empreintes_pesees)
        order by annee, tranche)
      from public.sommes_dons
      where ecriture = numero
    ) as sommes
  from public.ecritures_dons
  order by ecritures_dons.numero`

/** @type {(query: Query) => AsyncGenerator<Entry>} */
const readEntries = (query) => rowsOf(query, 'ecritures', ENTRIES, 50)

/**
 * Verifies the chain of entries: how it begins, who endorsed existing gifts, and the first tampered entry.
 * @param {Query} query
 */
export async function verifyEntries(query) {
  let [count, previous] = [0, '0'.repeat(64)]
  /** @type {string | null} */
  let broken = null
  /** @type {string | null} */
  let depuis = null
  let depart = false
  /** @type {Reprise[]} */
  const reprises = []
  for await (const entry of readEntries(query)) {
    count++
    depuis ??= entry.ecrite_le
    depart ||= entry.nature === 'DEPART'
    if (entry.nature === 'REPRISE')
      reprises.push({ le: entry.ecrite_le, par: entry.par ?? '', motif: entry.motif ?? '' })
    const isNext = Number(entry.numero) === count && entry.empreinte_precedente === previous
    const isBegin = entry.nature !== 'DEPART' || count === 1
    if (!isNext || !isBegin || hashOf(entry) !== entry.empreinte) broken ??= entry.numero
    previous = entry.empreinte
  }
  const [orphans] = await query(
    'select from public.sommes_dons where ecriture not in (select numero from public.ecritures_dons) limit 1',
  )
  if (orphans) broken ??= String(count + 1)
  return { ecritures: count, depuis, depart, reprises, broken }
}

/**
 * Imports without an entry, entries without an import that did as much, and those of an undoing that are not the negative
 * of what they undo.
 * @param {Query} query
 */
export async function compareImports(query) {
  const rows = /** @type {{ faute: string }[]} */ (
    await query(`
      with faits as (
        select fichier_id, nom, (resultat ->> 'inseres')::numeric - coalesce((resultat ->> 'retires')::numeric, 0) as inseres, termine_le
        from public.imports
        join public.fichiers using (fichier_id)
        where statut = 'completed' and type in ('donations', 'fichier')
          and (resultat ->> 'inseres')::numeric + (resultat ->> 'modifies')::numeric
            + coalesce((resultat ->> 'retires')::numeric, 0) > 0
      ),
      dits as (
        select numero, fichier_id, (select coalesce(sum(dons), 0) from public.sommes_dons where ecriture = numero) as dons
        from public.ecritures_dons
        where nature = 'IMPORT'
      )
      select 'l’écriture n° ' || numero || ' ne vient d’aucun import connu' as faute
      from dits where fichier_id not in (select fichier_id from faits)
      union all
      select 'l’écriture n° ' || numero || ' dit ' || dons || ' dons de plus, son import en dit ' || inseres
      from dits join faits using (fichier_id) where dons <> inseres
      union all
      select (select count(*) from faits) || ' imports ont changé des dons, '
        || (select count(*) from dits) + avant || ' sont inscrits'
      from (select coalesce(sum(imports_avant), 0) as avant from public.ecritures_dons) as depart
      where (select count(*) from faits) <> (select count(*) from dits) + avant
      union all
      select 'l’écriture n° ' || annulation.numero || ' annule un import sans être l’opposé de la sienne, n° ' || faite.numero
      from public.imports
      join public.ecritures_dons as annulation using (fichier_id)
      join public.ecritures_dons as faite on faite.fichier_id = imports.annule
      where statut = 'completed' and exists (
        select from public.sommes_dons
        where ecriture in (annulation.numero, faite.numero)
        group by annee, tranche
        having row(sum(dons), sum(centimes), sum(empreintes), sum(empreintes_pesees)) <> row(0, 0, 0, 0)
      )`)
  )
  return rows.map(({ faute }) => faute)
}
