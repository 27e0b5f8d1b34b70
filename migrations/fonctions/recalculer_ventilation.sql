-- Computes gifts and donors by code anew, from every gift, less those of the excluded, and from the facts. Days are kept of the last three
-- years with gifts: only there they are asked for, and groups are what costs.
--
-- Each axis is counted by itself, into a table of its own: only so PostgreSQL counts in parallel processes, and hands on
-- sums instead of rows. Which campaign a gift is of is not asked here: servers of a cluster would look for it in each one.
create procedure recalculer_ventilation()
language plpgsql
as $$
declare
  dons constant text := requete_dons('dons_des_contacts', 'null::text');
  exclus constant text[] := array(select contact_id from contacts_exclus);
  axes constant text[] := array['campagne', 'media', 'origine', 'produit'];
  debut constant date := coalesce(
    (
      select make_date(max(annee) - 2, 1, 1)
      from donateurs_annees
      where premier_jour <= (now() at time zone 'Europe/Paris')::date
    ),
    '-infinity'
  );
begin
  execute 'create table partitions.ventilation_neuve as ' || (
    select string_agg(format($question$
      select %1$L as axe, jour_ventile(order_date, %2$L) as jour, %1$I as code, count(*) as nombre, sum(order_amount) as montant
      from (%3$s) as dons
      group by 2, 3$question$, axe, debut, dons), ' union all ')
    from unnest(axes) as axe
  );
  delete from ventilation_dons;
  insert into ventilation_dons select * from partitions.ventilation_neuve;
  drop table partitions.ventilation_neuve;
  delete from ventilation_mois_dons;
  insert into ventilation_mois_dons
  select
    axe, date_part('year', jour)::smallint, date_part('month', jour)::smallint, code, sum(nombre), sum(montant)
  from ventilation_dons
  group by 1, 2, 3, 4;
  update faits_publies set ventilation_generation = generation, ventilation_depuis = debut;
  delete from dons_ecarts;
  call noter_dons(-1, exclus);
  call ventiler();

  execute 'create table partitions.ventilation_neuve as ' || (
    select string_agg(format($question$
      select
        %1$L as axe, annee, %1$I as code, %2$I as autres,
        count(*) as donateurs, count(*) filter (where annee_precedente is null) as nouveaux
      from donateurs_annees
      where not exclu
      group by 2, 3, 4$question$, axe, format('autres_%ss', axe)), ' union all ')
    from unnest(axes) as axe
  );
  delete from ventilation_contacts;
  insert into ventilation_contacts
  select axe, annee, code, sum(donateurs), sum(nouveaux)
  from (
    select axe, annee, code, donateurs, nouveaux from partitions.ventilation_neuve
    union all
    select axe, annee, autre, donateurs, 0
    from partitions.ventilation_neuve
    cross join lateral (select distinct autre from unnest(autres) as autre) as codes
  ) as donateurs_par_code
  group by 1, 2, 3;
  drop table partitions.ventilation_neuve;
end
$$;
