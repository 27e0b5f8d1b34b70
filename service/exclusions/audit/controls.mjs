/** @import { Query } from './rows.mjs' */

/**
 * A control whose two sides differ, with the part that differs most.
 * @typedef {{ code: string, phrase: string, partie: string | null, gauche: string, droite: string }} Gap
 */

/**
 * The controls of figures and stored gifts: how many, and which disagree. Undefined if this role does not own them, or
 * an older program created the database; null while the figures lag the data.
 * @typedef {{ total: number, gaps: Gap[] } | null | undefined} Controls
 */

/**
 * The service leaves out those that count everything within a transaction of its own, which nobody else sees.
 * @type {Gap}
 */
const LEFT_OUT = {
  code: 'controles_etat',
  phrase: 'Des contrôles ne sont pas comparés, et seul qui l’a voulu a pu l’écrire',
  partie: 'entier',
  gauche: 'false',
  droite: 'true',
}

/**
 * Reads the controls, only as the service's role, which owns these views: any other role would run their code with its
 * own rights.
 * @param {Query} query
 * @returns {Promise<Controls>}
 */
export async function readControls(query) {
  const [own] = await query(`
    select from pg_catalog.pg_class
    where oid = to_regclass('public.controles') and relowner = to_regrole(current_user::text)`)
  if (!own) return undefined
  const [state] = await query('select possibles from public.controles_possibles')
  if (state?.possibles !== true) return null
  const rows = /** @type {(Gap & { en_ecart: boolean })[]} */ (
    await query(`
      select code, phrase, partie, gauche::text, droite::text, parties_en_ecart > 0 as en_ecart
      from public.controles
      where groupe <> 'E' or exists (
        select
        from (
          select distinct on (annee, mois) mois, montant
          from public.totaux_comptables
          order by annee, mois, numero desc
        ) as derniers
        where montant is not null and (mois is null) = (code = 'E1')
      )
      order by code`)
  )
  const [kept] = await query(
    `select to_jsonb(controles_etat) ->> 'entier' as entier from public.controles_etat`,
  )
  return {
    total: rows.length,
    gaps: [
      ...(kept?.entier === 'false' ? [LEFT_OUT] : []),
      ...rows.filter(({ en_ecart }) => en_ecart),
    ],
  }
}

/**
 * Describes the controls in French, line by line.
 * @param {Controls} controls
 */
export function describeControls(controls) {
  if (controls === undefined) return []
  if (controls === null)
    return ['Contrôles          : non comparés, les chiffres ne connaissent pas encore tout']
  const { total, gaps } = controls
  return [
    `Contrôles          : ${total - gaps.length} sur ${total} concordants`,
    ...gaps.map(
      ({ code, phrase, partie, gauche, droite }) =>
        `                     EN ÉCART : ${code}, ${phrase}${partie ? ` (${partie})` : ''} : ${gauche} et ${droite}`,
    ),
  ]
}
