-- Puts every gift beside the facts of the published generation, in the order of their years and, within each, of the two
-- halves of the contacts: crossings count these side by side, each by a process that reads no more than it counts. Last come
-- those whose only gift it is, who are many and need no telling apart. All that is one number: to sort by four columns
-- takes three times as long.
-- How many facts a gift meets PostgreSQL cannot know, as both keys are computed: left to itself it sorts all of both, or
-- begins with their year alone. Told how, its processes join and sort side by side.
create procedure recalculer_dons_croises()
language plpgsql
set enable_mergejoin = off
set enable_nestloop = off
set join_collapse_limit = 1
as $$
declare
  actuelle constant integer := (select generation from faits_publies);
  dons constant text := format('partitions.dons_croises_%s', actuelle);
  question constant text := format(
    'select %s as generation, * from (%s) as dons
     order by ((annee * 8 + (hashtext(contact_id) & 1) * 4 - segment)::bigint << 32) + hashtext(contact_id)',
    actuelle,
    requete_dons_croises('donateurs_annees', 'dons_canoniques', '')
  );
begin
  if to_regclass(dons) is not null then
    execute format('delete from %s', dons);
    execute format('insert into %s %s', dons, question);
    execute format('analyze %s', dons);
  else
    execute format('create table %s as %s', dons, question);
    call attacher_dons_croises(actuelle);
  end if;
end
$$;
