-- The query of dons_croises, but their generation, of the facts of a `source` like donateurs_annees and the gifts of another
-- like dons_canoniques that a `filtre` (a `where` over both) lets through.
create function requete_dons_croises(faits text, dons text, filtre text) returns text
language sql immutable parallel safe
return format($requete$
  select
    annee,
    date_part('month', order_date)::smallint as mois,
    date_part('day', order_date)::smallint as quantieme,
    tranche_montant(order_amount) as tranche,
    tranche_total,
    segment,
    date_part('year', dernier_don)::smallint as derniere_annee,
    recul,
    exclu,
    (order_amount * 100)::bigint as cents,
    contact_id,
    departement,
    profil,
    dons.media,
    dons.origine,
    dons.campagne,
    dons.produit
  from %1$s as faits
  join %2$s as dons using (contact_id, annee)
  %3$s
$requete$, faits, dons, filtre);
