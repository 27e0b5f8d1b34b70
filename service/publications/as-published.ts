import {
  CommonTableExpressionNameNode,
  CommonTableExpressionNode,
  type KyselyPlugin,
  RawNode,
  type RootOperationNode,
  SelectQueryNode,
  WithNode,
} from 'kysely'
import type { Db } from '../database/connect'

/** What the dashboard reads, and the materialized view whose rows publications keep. */
const KEPT: Record<string, string> = {
  dons_par_mois_a_jour: 'dons_par_mois',
  donateurs_par_mois_a_jour: 'donateurs_par_mois',
  dons_par_jour_a_jour: 'dons_par_jour',
  donateurs_par_jour_a_jour: 'donateurs_par_jour',
  horizon_a_jour: 'horizon_publie',
}

const rowsOf = (vue: string, publication: number) => `
  select lignes.*
  from publications_lignes
  cross join jsonb_populate_record(null::public.${vue}, ligne::jsonb) as lignes
  where vue = '${vue}' and depuis <= ${publication} and (jusqua is null or jusqua > ${publication})`

/** The question with the rows of a publication under the names that it reads: a name of `with` hides the view. */
function asked(node: RootOperationNode, publication: number): RootOperationNode {
  const kept = Object.entries(KEPT).map(([name, vue]) => [name, rowsOf(vue, publication)] as const)
  if (RawNode.is(node)) {
    const [head = '', ...rest] = node.sqlFragments
    const names = kept.map(([name, rows]) => `${name} as (${rows})`).join(', ')
    const question = head.trimStart()
    const first = question.startsWith('with ') ? `, ${question.slice(5)}` : ` ${question}`
    return RawNode.create([`with ${names}${first}`, ...rest], node.parameters)
  }
  if (!SelectQueryNode.is(node)) throw new Error('A publication is only read.')
  const [first, ...others] = kept.map(([name, rows]) =>
    CommonTableExpressionNode.create(
      CommonTableExpressionNameNode.create(name),
      RawNode.createWithSql(`(${rows})`),
    ),
  )
  if (!first) return node
  const names = others.reduce(
    (all, one) => WithNode.cloneWithExpression(all, one),
    WithNode.create(first),
  )
  return { ...node, with: names }
}

const reading = (publication: number): KyselyPlugin => ({
  transformQuery: ({ node }) => asked(node, publication),
  transformResult: ({ result }) => Promise.resolve(result),
})

/** The database as the questions of the dashboard find it in a publication. */
export const asPublished = (db: Db, publication: number): Db => db.withPlugin(reading(publication))
