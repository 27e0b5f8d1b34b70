-- The query of the whole careers that facts like donateurs_annees tell.
create function requete_carrieres(source text) returns text
language sql immutable parallel safe
return format($requete$
  select
    contact_id,
    exclu,
    cumul_nombre as nombre,
    cumul_vfl as nombre_vfl,
    cumul as montant,
    premier_don as premier_jour,
    deuxieme_don as deuxieme_jour,
    dernier_don as dernier_jour,
    premiere_annee,
    annee as derniere_annee,
    carriere_vfl as premier_vfl,
    dernier_vfl,
    dernier_montant,
    profil_campagne(cumul_nombre, cumul_vfl) as profil,
    segment_frequence(cumul_nombre) as segment,
    departement
  from %s
  where annee_suivante is null
$requete$, source);
