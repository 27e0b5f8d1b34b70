-- What the dashboard reads, as it was in the publication that the transaction names (`publiees.numero`): in place of
-- `public` in the search path, this schema knows nothing else. A further view is a further file.
-- Where several servers hold the data, this one alone knows it.
set local citus.enable_ddl_propagation = off;

create schema publiees;

create view publiees.dons_par_mois_a_jour as
select lignes.*
from publications_lignes
cross join jsonb_to_record(ligne::jsonb) as lignes (annee integer, mois integer, nombre bigint, montant numeric)
where vue = 'dons_par_mois'
  and depuis <= current_setting('publiees.numero')::bigint
  and (jusqua is null or jusqua > current_setting('publiees.numero')::bigint);

create view publiees.donateurs_par_mois_a_jour as
select lignes.*
from publications_lignes
cross join jsonb_to_record(ligne::jsonb) as lignes (annee integer, mois integer, recul integer, nombre bigint)
where vue = 'donateurs_par_mois'
  and depuis <= current_setting('publiees.numero')::bigint
  and (jusqua is null or jusqua > current_setting('publiees.numero')::bigint);

create view publiees.dons_par_jour_a_jour as
select lignes.*
from publications_lignes
cross join jsonb_to_record(ligne::jsonb) as lignes (jour date, nombre bigint, montant numeric)
where vue = 'dons_par_jour'
  and depuis <= current_setting('publiees.numero')::bigint
  and (jusqua is null or jusqua > current_setting('publiees.numero')::bigint);

create view publiees.donateurs_par_jour_a_jour as
select lignes.*
from publications_lignes
cross join jsonb_to_record(ligne::jsonb) as lignes (annee integer, jour date, recul integer, nombre bigint)
where vue = 'donateurs_par_jour'
  and depuis <= current_setting('publiees.numero')::bigint
  and (jusqua is null or jusqua > current_setting('publiees.numero')::bigint);

create view publiees.horizon_a_jour as
select lignes.*
from publications_lignes
cross join jsonb_to_record(ligne::jsonb) as lignes (jour date)
where vue = 'horizon_publie'
  and depuis <= current_setting('publiees.numero')::bigint
  and (jusqua is null or jusqua > current_setting('publiees.numero')::bigint);

set local citus.enable_ddl_propagation = on;
