-- The query that computes the facts of all contacts of a `source` like tous_les_dons, or of those that `filtre` (a
-- `where` over it) lets through: nearly every figure comes from its one pass over the gifts.
--
-- Gifts are ordered by (order_date, length(id), id), ids byte by byte as tous_les_dons has them. One sort serves all:
-- in it a year's first gift is the one before which comes a gift of another year or none, its last gift the one
-- after which that holds.
create function requete_faits(source text, filtre text) returns text
language sql immutable parallel safe
return format($requete$
  with dons_ordonnes as (
    select
      *,
      make_date(annee, 1, 1) as debut,
      lag(order_date) over donateur as jour_avant,
      lead(annee) over donateur as annee_apres
    from %s
    %s
    window donateur as (partition by contact_id order by annee, order_date, length(id), id)
  ),
  annees as (
    select
      contact_id,
      annee,
      count(*)::integer as nombre,
      count(*) filter (where vfl)::integer as nombre_vfl,
      sum(order_amount) as montant,
      min(order_date) as premier_jour,
      max(order_date) as dernier_jour,
      min(order_date) filter (where jour_avant >= debut and jour_avant < order_date) as deuxieme_jour,
      max(jour_avant) filter (where jour_avant < debut) as jour_precedent,
      bool_or(vfl) filter (where (jour_avant >= debut) is not true) as premier_vfl,
      bool_or(vfl) filter (where annee_apres is distinct from annee) as dernier_vfl,
      min(order_amount) filter (where annee_apres is distinct from annee) as dernier_montant,
      min(media) filter (where (jour_avant >= debut) is not true) as premier_codemedia,
      min(origine) filter (where (jour_avant >= debut) is not true) as premier_origincode,
      min(campagne) filter (where (jour_avant >= debut) is not true) as premiere_campagne,
      min(produit) filter (where (jour_avant >= debut) is not true) as premier_produit,
      array_agg(campagne) filter (where jour_avant >= debut) as campagnes,
      array_agg(media) filter (where jour_avant >= debut) as medias,
      array_agg(origine) filter (where jour_avant >= debut) as origines,
      array_agg(produit) filter (where jour_avant >= debut) as produits
    from dons_ordonnes
    group by contact_id, annee
  )
  select
    nombre,
    nombre_vfl,
    (sum(nombre) over carriere)::integer as cumul_nombre,
    (sum(nombre_vfl) over carriere)::integer as cumul_vfl,
    premier_jour,
    dernier_jour,
    min(premier_jour) over carriere as premier_don,
    max(dernier_jour) over carriere as dernier_don,
    annee,
    exists (select 1 from contacts_exclus where contacts_exclus.contact_id = annees.contact_id) as exclu,
    premier_vfl,
    dernier_vfl,
    bool_or(premier_vfl) filter (where jour_precedent is null) over carriere as carriere_vfl,
    contact_id,
    montant,
    dernier_montant,
    sum(montant) over carriere as cumul,
    date_part('year', jour_precedent)::smallint as annee_precedente,
    lead(annee) over dans_l_ordre as annee_suivante,
    lead(premier_jour) over dans_l_ordre as premier_jour_suivant,
    min(case when jour_precedent is null then deuxieme_jour else premier_jour end) over carriere as deuxieme_don,
    lag(montant) over dans_l_ordre as montant_precedent,
    premier_codemedia,
    premier_origincode,
    premiere_campagne,
    premier_produit,
    nullif(array_remove(campagnes, premiere_campagne), '{}') as autres_campagnes,
    nullif(array_remove(medias, premier_codemedia), '{}') as autres_medias,
    nullif(array_remove(origines, premier_origincode), '{}') as autres_origines,
    nullif(array_remove(produits, premier_produit), '{}') as autres_produits
  from annees
  window dans_l_ordre as (partition by contact_id order by annee), carriere as (partition by contact_id)
$requete$, source, filtre);
