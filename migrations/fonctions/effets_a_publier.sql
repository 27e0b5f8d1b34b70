-- What each of the causes that came since event `depuis` of the log changed of each year by itself.
--
-- Where several servers hold the facts, a function that is read like a table would not see those that its caller's
-- transaction has just written there; a statement of its own does: so are the two that this one adds up.
create function effets_a_publier(causes publications_causes[], depuis bigint) returns setof publications_effets
language sql
as $$
  select null::bigint, rang, annee, sum(dons)::bigint, sum(montant), sum(donateurs)::bigint
  from (
    select rang, annee, dons, montant, donateurs from effets_des_contacts(causes, depuis)
    union all
    select rang, annee, dons, montant, donateurs from effets_des_groupes(causes, depuis)
  ) as effets
  group by rang, annee
  having sum(dons) <> 0 or sum(montant) <> 0 or sum(donateurs) <> 0
$$;
