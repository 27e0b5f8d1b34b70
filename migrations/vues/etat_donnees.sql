-- What the figures would be computed from now; compared with what they were computed from.
create view etat_donnees as
select
  (
    select count(*)
    from imports
    where statut = 'completed'
      and lignes_changees(resultat) > 0
  ) as imports,
  (select coalesce(max(numero), 0) from evenements_exclusion where type <> 'ARRETE') as evenement,
  campagne_vfl_motif,
  (
    select md5(string_agg(fichier || empreinte, ',' order by fichier))
    from schema_fichiers
    where fichier ~ '^(fonctions|vues)/'
  ) as vues
from parametres;
