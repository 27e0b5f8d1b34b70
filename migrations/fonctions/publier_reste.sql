-- Gives what the causes do not explain of what publication `suivante` shows to the one import whose effect was not
-- measured, or to the first publication; else it is a cause of its own: something wrote gifts or the list of the excluded
-- that was neither an import nor a decision. Returns whether such a cause was added.
create function publier_reste(suivante bigint, instant timestamptz) returns bigint
language plpgsql
as $$
declare
  explication integer := (
    select min(rang)
    from publications_causes
    where publication = suivante
      and (
        nature = 'DEPART'
        or nature = 'IMPORT' and fichier_id not in (select fichier_id from effets_imports_mesures)
      )
    having count(*) = 1
  );
  ajoutee constant boolean := explication is null;
  trouvees bigint;
begin
  if ajoutee then
    explication := (select coalesce(max(rang), 0) + 1 from publications_causes where publication = suivante);
    insert into publications_causes values (suivante, explication, 'AUTRE', instant);
  end if;

  insert into publications_effets
  select suivante, explication, annee, sum(dons), sum(montant), sum(donateurs)
  from (
    select annee, nombre as dons, montant, 0 as donateurs from dons_par_mois
    union all
    select annee, 0, 0, nombre from segments_annuels
    union all
    select annee, -dons, -montant, -donateurs from publications_effets
  ) as comptes
  group by annee
  having sum(dons) <> 0 or sum(montant) <> 0 or sum(donateurs) <> 0;
  get diagnostics trouvees = row_count;

  if ajoutee and trouvees = 0 then
    delete from publications_causes where publication = suivante and rang = explication;
    return 0;
  end if;
  return ajoutee::integer;
end
$$;
