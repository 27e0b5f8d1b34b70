-- Writes that somebody answers, by name, for the gifts as they are stored although imports wrote others: what is given
-- is the difference. The owner of the sums alone does that; see npm run audit.
create function reprendre_sommes_dons(
  p_par               text,
  p_motif             text,
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
  ecriture ecritures_dons;
begin
  ecriture.nature := 'REPRISE';
  ecriture.par := p_par;
  ecriture.motif := p_motif;
  return enchainer_ecriture_dons(
    ecriture, p_annees, p_tranches, p_dons, p_centimes, p_empreintes, p_empreintes_pesees
  );
end
$$;
