-- The whole career of each contact with a gift, as it was published.
do $$
begin
  execute 'create view donateurs_carrieres as ' || requete_carrieres('donateurs_annees');
end
$$;
