-- The gifts of the donors of donateurs_ecarts, of each side those that its horizon knows.
do $$
begin
  execute format(
    'create view dons_a_l_horizon as
    select signe, horizon, dons.*
    from donateurs_ecarts
    join tous_les_dons as dons on contact_brut = donateurs_ecarts.contact_id collate "default"
    where (signe = 1 or not touche) and order_date <= horizon
    union all
    select signe, horizon, dons.*
    from donateurs_ecarts
    join (%s) as dons on contact_brut = donateurs_ecarts.contact_id collate "default"
    where signe = -1 and touche and order_date <= horizon',
    requete_dons('dons_avant', '(select campagne_vfl_motif from parametres)')
  );
end
$$;
