-- What the controls compare of each completed import, by its file: what the file had, and what became of it.
create view mesures_imports as
with imports_finis as materialized (
  select
    type,
    'import n° ' || (row_number() over (order by termine_le, fichier_id))::text || ', ' || nom || ', '
      || jour_ecrit((termine_le at time zone 'Europe/Paris')::date) as partie,
    (resultat ->> 'total_rows')::numeric as lignes,
    (resultat ->> 'inseres')::numeric as inseres,
    lignes_ajoutees(resultat) as ajoutees,
    (resultat ->> 'modifies')::numeric + (resultat ->> 'inchanges')::numeric + coalesce((resultat ->> 'retires')::numeric, 0)
      as connus,
    (resultat ->> 'doublons')::numeric + (resultat ->> 'rejetes')::numeric as ecartes,
    (resultat ->> 'montant_fichier')::numeric as montant,
    (resultat ->> 'montant_ecrit')::numeric + (resultat ->> 'montant_doublons')::numeric as montant_repris
  from imports
  join fichiers using (fichier_id)
  where statut = 'completed'
)
select 'fichiers.lignes' as mesure, partie, lignes as valeur from imports_finis
union all
select 'fichiers.lignes_classees', partie, inseres + connus + ecartes from imports_finis
union all
select 'fichiers.montant', partie, montant from imports_finis where type in ('donations', 'fichier')
union all
select 'fichiers.montant_repris', partie, montant_repris from imports_finis where type in ('donations', 'fichier')
union all
select 'fichiers.dons', '', coalesce(sum(ajoutees), 0) from imports_finis where type in ('donations', 'fichier')
union all
select 'fichiers.fiches', '', coalesce(sum(ajoutees), 0) from imports_finis where type = 'donateurs';
