-- The query of every donation above 0, of excluded contacts too, its codes as written, none as 'N/A', over a `source` like
-- dons_des_contacts. `vfl` tells the two campaigns apart: whether the pattern `motif` (an expression) is in the campaign
-- code, or if that is empty in the product code, character by character and without regard to case.
-- Against a pattern of ASCII only, as most are, ASCII letters alone need folding, at a fifth of the cost.
create function requete_dons(source text, motif text) returns text
language sql immutable parallel safe
return format($requete$
  select
    id,
    order_amount,
    order_date,
    date_part('year', order_date)::smallint as annee,
    contact_id,
    contact_brut,
    coalesce(nullif(campaign_code, ''), 'N/A') as campagne,
    coalesce(nullif(codemedia_code, ''), 'N/A') as media,
    coalesce(nullif(origincode_code, ''), 'N/A') as origine,
    coalesce(nullif(product_code, ''), 'N/A') as produit,
    strpos(
      case
        when (select octet_length(motif) = length(motif) from (select %2$s as motif) as parametre)
        then lower(code collate "C")
        else plier_casse(code)
      end,
      (select plier_casse(motif) from (select %2$s as motif) as parametre)
    ) > 0 as vfl
  from (
    select *, coalesce(nullif(campaign_code, ''), product_code, '') as code from %1$s
  ) as donations_codees
  where order_amount > 0
$requete$, source, motif);

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
    cumul_vfl,
    departement
  from %s
$requete$, source);

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
