-- Chains the publications that are not chained yet, in their order: the one that is just written, or, as `trouvees` at
-- that time, those of an older base or backup, which the chain vouches for from then on.
create procedure enchainer_publications(trouvees timestamptz)
language plpgsql
as $$
declare
  precedente text := coalesce(
    (select p.empreinte from publications p where p.empreinte is not null order by p.numero desc limit 1),
    repeat('0', 64)
  );
  publiee publications;
begin
  for publiee in select * from publications p where p.empreinte is null order by p.numero loop
    publiee.trouvee_le := trouvees;
    publiee.empreinte_precedente := precedente;
    publiee.empreinte := empreinte_publication(publiee);
    update publications p
    set trouvee_le = publiee.trouvee_le,
      empreinte_precedente = publiee.empreinte_precedente,
      empreinte = publiee.empreinte
    where p.numero = publiee.numero;
    precedente := publiee.empreinte;
  end loop;
end
$$;

call enchainer_publications(now());
