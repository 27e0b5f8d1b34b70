-- The query of facts (`source`) under names of their own what figures and lists ask of them: see donateurs_annees.
create function requete_donateurs_annees(source text) returns text
language sql immutable parallel safe
return format($requete$
  select
    contact_id,
    annee,
    exclu,
    nombre,
    nombre_vfl,
    montant,
    premier_jour,
    dernier_jour,
    premier_vfl,
    dernier_vfl,
    dernier_montant,
    annee_precedente,
    montant_precedent,
    annee_suivante,
    premier_jour_suivant,
    date_part('year', premier_don)::smallint as premiere_annee,
    date_part('month', premier_jour)::smallint as mois,
    case when annee_precedente is null then 0 else least(annee - annee_precedente, 3) end::smallint as recul,
    premiere_campagne as campagne,
    premier_codemedia as media,
    premier_origincode as origine,
    premier_produit as produit,
    autres_campagnes,
    autres_medias,
    autres_origines,
    autres_produits,
    profil_campagne(nombre, nombre_vfl) as profil,
    tranche_montant(montant) as tranche_total,
    tranche_montant(dernier_montant) as tranche_dernier,
    segment_frequence(nombre) as segment,
    premier_don,
    deuxieme_don,
    dernier_don,
    carriere_vfl,
    cumul,
    cumul_nombre,
    cumul_vfl
  from %s
$requete$, source);
