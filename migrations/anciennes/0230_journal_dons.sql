-- The gifts that an import changed, as they were (`signe` -1) and as they are (1), by the first version of `donations` that
-- it made. Figures follow it, « pourquoi » is told from it, and a decision about one of its donors waits for a refresh. Of an
-- import that changed very many it has the gifts of the donors alone whom the log names. A publication removes what the
-- one before it knew.
create table journal_dons (
  version bigint not null,
  signe   integer not null,
  like donations
);

-- The imports that no publication knows yet, by the same version: the last event of the log that each saw, and how many
-- writes of it the journal has whole; a version of `donations` that is of none of them was written by something else.
-- Rows are added and removed, never changed: what was measured of an import before very many gifts changed after it is a
-- further row (`effets`, by year, of all donors).
create table journal_imports (
  version    bigint not null,
  fichier_id uuid not null,
  evenement  bigint not null,
  suivies    integer not null,
  effets     jsonb
);

-- What waits for a publication is told as it was measured, less what was of excluded donors, and is computed whole.
insert into journal_imports
select
  (select version from donations_version) - count(*) over () + row_number() over (order by numero),
  fichier_id, evenement, 0, null
from effets_imports;

insert into journal_imports
select version, fichier_id, evenement, 0, coalesce(jsonb_agg(par_annee) filter (where annee is not null), '[]')
from journal_imports
join effets_imports_mesures using (fichier_id)
left join (
  select fichier_id, annee, sum(signe * dons) as dons, sum(signe * montant) as montant, sum(signe * donateurs) as donateurs
  from effets_imports_annees
  join effets_imports using (fichier_id)
  cross join lateral (
    select case when contact_id is null then 1 when (
        select type
        from evenements_exclusion as evenements
        where evenements.contact_id = effets_imports_annees.contact_id
          and numero <= greatest(effets_imports.evenement, (select max(evenement) from publications))
        order by numero desc
        limit 1
      ) = 'EXCLUSION' then -1 else 0 end as signe
  ) as comptes
  group by fichier_id, annee
) as par_annee using (fichier_id)
group by version, fichier_id, evenement;

-- Until they are made anew, views that read these know of no decision since, as where an import came between.
do $$
begin
  set local citus.enable_ddl_propagation = off;
  if to_regclass('exclusions_comprises') is not null then
    create or replace view exclusions_comprises as select false as comprises;
  end if;
  if to_regclass('horizon_grille') is not null then
    create or replace view horizon_grille as select jour from horizon_publie;
  end if;
  set local citus.enable_ddl_propagation = on;
end
$$;

drop table
  donateurs_touches, ventilation_ecarts, ecritures_suivies, effets_imports, effets_imports_mesures, effets_imports_annees;
