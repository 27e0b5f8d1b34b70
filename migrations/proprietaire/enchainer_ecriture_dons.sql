-- Writes an entry and its sums after the last one; for the functions that run with the rights of their owner, since
-- nobody else may write there. A clock that steps back dates no entry before the one that it follows.
create function enchainer_ecriture_dons(
  ecriture            ecritures_dons,
  p_annees            smallint[],
  p_tranches          smallint[],
  p_dons              bigint[],
  p_centimes          bigint[],
  p_empreintes        numeric[],
  p_empreintes_pesees numeric[]
) returns bigint
language plpgsql
as $$
declare
  derniere ecritures_dons;
begin
  perform pg_advisory_xact_lock(hashtextextended('ecritures_dons', 0));
  select * into derniere from ecritures_dons e order by e.numero desc limit 1;
  ecriture.numero := coalesce(derniere.numero, 0) + 1;
  ecriture.ecrite_le := greatest(clock_timestamp(), derniere.ecrite_le);
  ecriture.imports_avant := coalesce(ecriture.imports_avant, 0);
  ecriture.empreinte_precedente := coalesce(derniere.empreinte, repeat('0', 64));
  insert into sommes_dons
  select ecriture.numero, s.*
  from unnest(p_annees, p_tranches, p_dons, p_centimes, p_empreintes, p_empreintes_pesees) s;
  ecriture.empreinte := empreinte_ecriture_dons(ecriture);
  insert into ecritures_dons values (ecriture.*);
  return ecriture.numero;
end
$$;
