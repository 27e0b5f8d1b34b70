-- The facts as they were published, one row a contact and year with a gift, and under names of their own what figures
-- and lists ask of them. `campagne`, `media`, `origine` and `produit` are the codes of the year's first gift, `autres_…`
-- those of its other gifts, where they are others; a code may stand there more than once. A contact counts that was not
-- excluded then (`exclu`).
-- rôle : Pour tous les chiffres : ce que chacun a donné, année par année
do $$
begin
  execute 'create view donateurs_annees as '
    || requete_donateurs_annees('faits_donateurs where generation = (select generation from faits_publies)');
end
$$;

comment on view donateurs_annees is 'Donateurs par année';
