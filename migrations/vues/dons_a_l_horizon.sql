-- The gifts of the donors of donateurs_ecarts, of each side those that its horizon knows.
do $$
begin
  execute format(
    'create view dons_a_l_horizon as
    select signe, horizon, donateurs_ecarts.contact_id, id, order_amount, order_date, annee, vfl
    from donateurs_ecarts
    join tous_les_dons as dons using (contact_brut)
    where (signe = 1 or not touche) and order_date <= horizon
    union all
    select signe, horizon, donateurs_ecarts.contact_id, id, order_amount, order_date, annee, vfl
    from donateurs_ecarts
    join (%s) as dons using (contact_brut)
    where signe = -1 and touche and order_date <= horizon',
    requete_dons('dons_avant', '(select campagne_vfl_motif from parametres)')
  );
end
$$;
