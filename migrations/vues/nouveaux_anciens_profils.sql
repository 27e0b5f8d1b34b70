-- As published, see nouveaux_anciens_profils_calcul.
create materialized view nouveaux_anciens_profils as
select annee, profil, nouveaux, anciens, montant from nouveaux_anciens_profils_calcul where ensemble = 'publies';

create unique index nouveaux_anciens_profils_cle on nouveaux_anciens_profils (annee, profil);

comment on materialized view nouveaux_anciens_profils is 'Nouveaux et anciens par profil de campagne';
