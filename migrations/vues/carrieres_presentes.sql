-- The careers of annees_presentes.
do $$
begin
  execute 'create view carrieres_presentes as ' || requete_carrieres('annees_presentes');
end
$$;
