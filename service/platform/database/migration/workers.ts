import { type Kysely, sql } from 'kysely'

interface Answer {
  nodename: string
  nodeport: number
  success: boolean
  result: string
}

/** Runs a statement on each data server; throws the first refusal. */
export async function runOnWorkers<T>(db: Kysely<T>, statement: string): Promise<void> {
  const { rows } = await sql<Answer>`
    select nodename, nodeport, success, result
    from run_command_on_workers(${`
      do $publication$ begin
        set local citus.enable_ddl_propagation = off;
        set local client_min_messages = error;
        set local search_path = en_construction, public;
        ${statement};
      end $publication$`})`.execute(db)
  const refused = rows.find(({ success }) => !success)
  if (refused) throw new Error(`${refused.nodename}:${refused.nodeport} : ${refused.result}`)
}

/** Publishes to the data servers the functions of a schema that may run there: the immutable ones. */
export async function publishFunctions<T>(db: Kysely<T>, schema: string): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef(oid) as definition
    from pg_proc
    where pronamespace = to_regnamespace(${schema}) and prokind = 'f' and provolatile = 'i'
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    order by oid`.execute(db)
  for (const { definition } of rows) await runOnWorkers(db, definition)
}
