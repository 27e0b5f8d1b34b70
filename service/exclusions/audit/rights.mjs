/** @import { Query } from './rows.mjs' */
import { REGISTRES } from './registres.mjs'

/** Roles of PostgreSQL itself that only read, watch or end sessions. */
const HARMLESS = [
  'pg_checkpoint',
  'pg_monitor',
  'pg_read_all_data',
  'pg_read_all_settings',
  'pg_read_all_stats',
  'pg_signal_backend',
  'pg_stat_scan_tables',
  'pg_use_reserved_connections',
]

/** The registers, and what else the owner alone writes. */
const TABLES = [
  ...Object.keys(REGISTRES),
  'donateurs_exclus',
  'donateurs_exclus_version',
  'groupes_contacts',
  'contacts_distincts',
  'cle_sommes_dons',
  'secret_raisons',
]

/** Functions that append for whoever may call them. */
const APPENDING = Object.values(REGISTRES).flatMap(({ par }) => (par === 'service' ? [] : par))

/** Functions that nobody but the owner calls. */
const OWN = [
  'reconstruire_donateurs_exclus',
  'reconstruire_groupes',
  'enchainer_evenement',
  'enchainer_ecriture_dons',
  'commencer_sommes_dons',
  'reprendre_sommes_dons',
  'enchainer_publications',
  'enchainer_actes',
  'enchainer_registres',
]

/** What the service may do itself, as "right on table" or "right on table.column". */
const OF_SERVICE = Object.entries(REGISTRES).flatMap(([table, { par, complete = [], retire }]) =>
  par === 'service'
    ? [
        `INSERT sur ${table}`,
        ...complete.map((column) => `UPDATE sur ${table}.${column}`),
        ...(retire ? [`DELETE sur ${table}`] : []),
      ]
    : [],
)

/**
 * Faults that a statement finds in the tables.
 * @param {Query} query
 * @param {string} statement
 * @param {unknown[]} more
 */
async function listFaults(query, statement, more = []) {
  const rows = /** @type {{ faute: string }[]} */ (await query(statement, [TABLES, ...more]))
  return rows.map(({ faute }) => faute)
}

/**
 * Other ways to alter what is read or written: rules, policies, child tables, another owner, an unlogged table.
 * @param {Query} query
 */
export const checkTables = (query) =>
  listFaults(
    query,
    `with tables as (
         select c.*, c.oid::regclass::text as nom from pg_class c
         where c.relnamespace = 'public'::regnamespace and c.relname = any ($1)
       )
       select 'la règle ' || rulename || ' sur ' || nom as faute
       from pg_rewrite join tables on ev_class = tables.oid
       union all
       select 'la politique ' || polname || ' sur ' || polrelid::regclass from pg_policy
       union all
       select 'la table ' || oid::regclass || ' cache des lignes (sécurité par ligne)' from pg_class
       where relrowsecurity or relforcerowsecurity
       union all
       select 'la table ' || nom || ' a une héritière, ' || inhrelid::regclass
       from pg_inherits join tables on inhparent = tables.oid
       union all
       select nom || ' n’est pas une table ordinaire et durable' from tables
       where relkind <> 'r' or relpersistence <> 'p'
       union all
       select 'la table ' || nom || ' n’est pas au propriétaire du journal' from tables
       where relowner <> (select relowner from tables where relname = 'evenements_exclusion')
       union all
       select 'le journal n’a plus de clé sur ' || colonne
       from unnest(array['numero', 'evenement_id']) colonne
       where not exists (
         select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
         where k.conrelid = 'public.evenements_exclusion'::regclass and k.contype in ('p', 'u')
           and a.attname = colonne and not k.condeferrable
       )
       order by 1`,
  )

/**
 * Anyone who may do more than read, or append through the functions: grants on tables and functions, and what the service's
 * role is, or has through another one.
 * @param {Query} query
 */
export const checkRights = (query) =>
  listFaults(
    query,
    `with recursive objets as (
         select relname as nom, relowner as proprietaire, d.grantee, d.privilege_type as droit
         from pg_class, aclexplode(relacl) d
         where relnamespace = 'public'::regnamespace and relname = any ($1)
         union all
         select relname || '.' || attname, relowner, d.grantee, d.privilege_type
         from pg_attribute join pg_class on pg_class.oid = attrelid, aclexplode(attacl) d
         where relnamespace = 'public'::regnamespace and relname = any ($1)
         union all
         select proname, proowner, d.grantee, d.privilege_type
         from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner))) d
         where pronamespace = 'public'::regnamespace
           and proname = any ($3)
       ), service as (select to_regrole('dons_service')::oid as oid),
       roles as (
         select roleid from pg_auth_members join service on member = service.oid
         union
         select plus.roleid from pg_auth_members as plus join roles on plus.member = roles.roleid
       )
       select distinct
         case grantee when 0 then 'tout le monde' else grantee::regrole::text end
           || ' a le droit ' || droit || ' sur ' || nom as faute
       from objets, service
       where grantee <> proprietaire
         and not (grantee is not distinct from service.oid and droit || ' sur ' || nom = any ($5)) and (
         grantee = 0
         or droit not in ('SELECT', 'EXECUTE', 'MAINTAIN')
         or droit = 'EXECUTE' and service.oid is not null
           and (nom = any ($4) or grantee <> service.oid)
       )
       union all
       select 'dons_service peut devenir le propriétaire du journal'
       from service, pg_class
       where pg_class.oid = 'public.evenements_exclusion'::regclass and service.oid is not null
         and pg_has_role(service.oid, relowner, 'member')
       union all
       select 'dons_service a les droits du rôle ' || roleid::regrole
       from roles
       where roleid <> (select relowner from pg_class where oid = 'public.evenements_exclusion'::regclass)
         and roleid::regrole::text <> all ($2)
       union all
       select 'dons_service a l’attribut ' || attribut
       from service
       join pg_roles using (oid)
       cross join lateral (
         values ('SUPERUSER', rolsuper), ('CREATEROLE', rolcreaterole), ('REPLICATION', rolreplication)
       ) as attributs (attribut, vrai)
       where vrai
       order by 1`,
    [HARMLESS, [...APPENDING, ...OWN], OWN, OF_SERVICE],
  )
