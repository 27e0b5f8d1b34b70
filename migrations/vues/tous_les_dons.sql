-- The gifts above 0 as figures are computed from them, see requete_dons().
do $$
begin
  execute 'create view tous_les_dons as '
    || requete_dons('dons_des_contacts', '(select campagne_vfl_motif from parametres)');
end
$$;
