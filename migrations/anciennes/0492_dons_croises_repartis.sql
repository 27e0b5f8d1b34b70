-- Where several servers hold the gifts, those beside their facts lie with these: until now each server put them there when
-- it was asked.
do $$
declare
  service constant regrole := (select relowner from pg_class where oid = 'dons_croises'::regclass);
  partition regclass;
begin
  if to_regclass('public.dons_contacts') is not null then
    for partition in select inhrelid from pg_inherits where inhparent = 'dons_croises'::regclass loop
      execute format('drop table %s', partition);
    end loop;
    execute format('grant create on schema public to %s', service);
    perform create_distributed_table('dons_croises', 'contact_id', colocate_with => 'donateurs');
    execute format('revoke create on schema public from %s', service);
  end if;
end
$$;
