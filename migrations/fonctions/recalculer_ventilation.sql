-- Computes everybody's gifts and donors by code anew, from every gift and from the facts. Days are kept of the last three
-- years with gifts: only there they are asked for, and groups are what costs. What is computed into a table of its own is
-- computed in parallel.
create procedure recalculer_ventilation()
language plpgsql
as $$
declare
  debut constant date := coalesce(
    (select make_date(date_part('year', max(order_date))::integer - 2, 1, 1) from donations
      where order_amount > 0 and order_date <= (now() at time zone 'Europe/Paris')::date),
    '-infinity'
  );
begin
  delete from ventilation_dons;
  insert into ventilation_dons
  select
    case grouping(campagne, media, origine, produit)
      when 7 then 'campagne' when 11 then 'media' when 13 then 'origine' else 'produit'
    end,
    jour,
    coalesce(campagne, media, origine, produit),
    count(*),
    sum(order_amount)
  from (
    select jour_ventile(order_date, debut) as jour, order_amount, campagne, media, origine, produit
    from tous_les_dons
  ) as dates
  group by grouping sets ((jour, campagne), (jour, media), (jour, origine), (jour, produit));

  create table partitions.ventilation_neuve as
  select axe, annee, code, count(*) as donateurs, sum(nouveau) as nouveaux
  from ventilation_faits
  group by 1, 2, 3;
  delete from ventilation_contacts;
  insert into ventilation_contacts select * from partitions.ventilation_neuve;
  drop table partitions.ventilation_neuve;

  update faits_publies set ventilation_generation = generation, ventilation_depuis = debut;
end
$$;
