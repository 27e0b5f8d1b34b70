-- Adds what faits_ecarts has to the kept donors by code: of a donor's year on an axis only where its codes became others, or
-- the donor did.
create procedure ventiler_donateurs()
language plpgsql
as $$
begin
  insert into ventilation_contacts as gardes
  select axe, annee, code, sum(signe), sum(case when rang = 0 and nouveau then signe else 0 end)
  from (
    select contact_id, annee, annee_precedente is null as nouveau, axe, premier, autres, sum(signe) as signe
    from faits_ecarts
    cross join lateral (
      values
        ('campagne', campagne, autres_campagnes),
        ('media', media, autres_medias),
        ('origine', origine, autres_origines),
        ('produit', produit, autres_produits)
    ) as axes (axe, premier, autres)
    group by 1, 2, 3, 4, 5, 6
    having sum(signe) <> 0
  ) as changes
  cross join lateral (
    select premier as code, 0 as rang
    union all
    select distinct code, 1
    from unnest(autres) as autre (code)
  ) as codes
  group by 1, 2, 3
  on conflict (axe, annee, code) do update
  set donateurs = gardes.donateurs + excluded.donateurs, nouveaux = gardes.nouveaux + excluded.nouveaux;
end
$$;
