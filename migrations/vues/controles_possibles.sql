-- Whether the figures know every import and every decision, and none is being computed: only then what the controls
-- compare is of one state.
create view controles_possibles as
select
  not exists (select from rafraichissements where status = 'in_progress')
  and exists (
    select
    from etat_donnees as etat, derniers_chiffres as derniers
    where etat.imports = derniers.imports and etat.evenement = derniers.evenement and etat.vues = derniers.vues
  ) as possibles;
