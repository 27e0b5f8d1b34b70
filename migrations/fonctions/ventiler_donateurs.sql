-- Adds what faits_comptes_ecarts has to the kept donors by code: of a donor's year only where its codes became others, or
-- the donor did.
create procedure ventiler_donateurs()
language plpgsql
as $$
begin
  insert into ventilation_contacts as gardes
  select axe, annee, code, sum(signe), sum(case when premier and nouveau then signe else 0 end)
  from (
    select
      annee, annee_precedente is null as nouveau,
      campagne, media, origine, produit, autres_campagnes, autres_medias, autres_origines, autres_produits,
      sum(signe) as signe
    from faits_comptes_ecarts
    group by contact_id, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    having sum(signe) <> 0
  ) as changes
  cross join lateral codes_par_axe(
    campagne, media, origine, produit, autres_campagnes, autres_medias, autres_origines, autres_produits
  )
  group by 1, 2, 3
  on conflict (axe, annee, code) do update
  set donateurs = gardes.donateurs + excluded.donateurs, nouveaux = gardes.nouveaux + excluded.nouveaux;
end
$$;
