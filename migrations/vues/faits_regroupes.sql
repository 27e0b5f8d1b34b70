-- On several servers nobody counts as another.
-- one server only {
-- The facts, as their gifts make them since they were merged or separated, of the donors that contacts_regroupes are.
do $$
begin
  execute 'create view faits_regroupes as ' || requete_donateurs_annees($faits$(
    select
      regroupes_faits.*,
      exists (select from contacts_exclus where contacts_exclus.contact_id = regroupes_faits.contact_id) as exclu
    from regroupes_faits
    where contact_id in (select present from contacts_regroupes)
  ) as faits$faits$);
end
$$;
-- }
