-- What is no contradiction and yet seldom right, each with how many there are and the first five of them: months
-- without a gift in a complete year, days with more than a fifth of their year's gifts, gifts of donors without a card,
-- gifts of days that programs write where they have none, or ten years before nearly all others.
create view alertes as
with regles (code, phrase) as (
  values
    ('F1', 'Mois sans aucun don, dans une année complète'),
    ('F2', 'Jours qui portent plus d’un cinquième des dons de leur année'),
    ('F3', 'Dons de donateurs sans fiche'),
    ('F4', 'Dons datés du 1er janvier 1900, 1904 ou 1970, ou de dix ans avant presque tous les autres')
),
mois as materialized (
  select annee, mois from dons_par_mois_a_jour
),
jours as materialized (
  select jour, nombre, sum(nombre) over (partition by date_part('year', jour)) as de_l_annee from dons_par_jour_a_jour
),
parties as (
  select 'F1' as code, make_date(annee, numero, 1) as jour, mois_ecrit(annee, numero) as partie,
    1 as nombre
  from generate_series((select min(annee) + 1 from mois), (select max(annee) - 1 from mois)) as annees (annee)
  cross join generate_series(1, 12) as numero
  where not exists (select from mois where mois.annee = annees.annee and mois.mois = numero)
  union all
  select 'F2', jour, jour_ecrit(jour), 1
  from jours
  where nombre * 5 > de_l_annee
  union all
  select 'F3', null, null, sum(nombre)
  from donateurs_carrieres as carrieres
  where not exclu
    and not exists (select 1 from donateurs where donateurs.contact_id = carrieres.contact_id)
  union all
  select 'F4', jour, jour_ecrit(jour), nombre
  from (
    select jour, nombre, sum(nombre) over () - nombre as autres,
      sum(nombre) over (order by jour range between '10 years' following and unbounded following) as apres
    from jours
  ) as ages
  where jour in ('1900-01-01', '1904-01-01', '1970-01-01') or (apres > 0 and apres >= autres * 0.99)
)
select
  code,
  phrase,
  coalesce(sum(nombre), 0) as nombre,
  string_agg(partie, ', ' order by jour) filter (where rang <= 5) as parties
from regles
left join (select *, row_number() over (partition by code order by jour) as rang from parties) as rangees using (code)
group by code, phrase;
