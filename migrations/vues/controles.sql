-- What must be equal, and whether it is: each rule compares two measures part by part (imports, months, years, donors).
-- A rule is told in all, or where its measures differ by the part where they are furthest apart (`partie`, of so many
-- `parties_en_ecart`). What one of the two does not have counts 0 there.
-- Those that count all gifts or facts anew (`entier`) are left out where controles_etat says so: for a transaction alone.
create view controles as
with regles (code, phrase, gauche, droite) as (
  values
    ('A1', 'Lignes de chaque fichier = insérées + modifiées + inchangées + doublons + rejetées',
      'fichiers.lignes', 'fichiers.lignes_classees'),
    ('A2', 'Montant de chaque fichier = montant repris + montant des doublons',
      'fichiers.montant', 'fichiers.montant_repris'),
    ('A3', 'Dons insérés par les imports = dons enregistrés',
      'fichiers.dons', 'base.dons'),
    ('A4', 'Fiches insérées par les imports = fiches enregistrées',
      'fichiers.fiches', 'base.fiches'),
    ('A5', 'Dons de chaque année, selon ce que les imports ont écrit = dons enregistrés',
      'sommes.dons', 'base.dons_par_annee'),
    ('A6', 'Leur montant = montant enregistré',
      'sommes.montant', 'base.montant_par_annee'),
    ('A7', 'Leur date, leur montant, leur contact et leurs codes = ceux des dons enregistrés',
      'sommes.empreinte', 'base.empreinte'),
    ('A8', 'Imports qui ont changé des dons = imports dont les sommes sont inscrites',
      'sommes.imports', 'sommes.inscrits'),
    ('B1', 'Dons enregistrés − dons à 0 € − dons de donateurs exclus = dons du tableau de bord',
      'base.comptes', 'mois.dons'),
    ('B2', 'Leur montant = montant du tableau de bord',
      'base.montant', 'mois.montant'),
    ('B3', 'Dons enregistrés de chaque mois = dons du mois',
      'base.comptes_par_mois', 'mois.dons_par_mois'),
    ('B4', 'Leur montant = montant du mois',
      'base.montant_par_mois', 'mois.montant_par_mois'),
    ('B5', 'Dons enregistrés = dons des listes de donateurs',
      'base.comptes', 'faits.dons'),
    ('B6', 'Leur montant = montant des listes de donateurs',
      'base.montant', 'faits.montant'),
    ('B7', 'Contacts des dons enregistrés = ceux des listes de donateurs, un à un',
      'base.contacts', 'faits.contacts'),
    ('B8', 'Les mêmes, chaque contact avec ses montants',
      'base.contacts_peses', 'faits.contacts_peses'),
    ('B11', 'Contacts des dons enregistrés − contacts réunis à un autre = donateurs de l’année',
      'base.donateurs', 'donateurs.donateurs'),
    ('C01', 'Dons jour par jour = dons de l’année',
      'jours.dons', 'mois.dons'),
    ('C02', 'Montants jour par jour = montant de l’année',
      'jours.montant', 'mois.montant'),
    ('C03', 'Donateurs des listes = donateurs de l’année',
      'faits.donateurs', 'donateurs.donateurs'),
    ('C04', 'Nouveaux des listes = nouveaux de l’année',
      'faits.nouveaux', 'donateurs.nouveaux'),
    ('C05', 'Fidèles à l’année précédente, dans les listes = dans l’activité',
      'faits.conserves', 'donateurs.conserves'),
    ('C06', 'Donateurs jour par jour = donateurs de l’année',
      'donateurs_par_jour.donateurs', 'donateurs.donateurs'),
    ('C07', 'Nouveaux jour par jour = nouveaux de l’année',
      'donateurs_par_jour.nouveaux', 'donateurs.nouveaux'),
    ('C08', 'Nouveaux + anciens, par profil de campagne = donateurs de l’année',
      'profils.donateurs', 'donateurs.donateurs'),
    ('C09', 'Nouveaux par profil de campagne = nouveaux de l’année',
      'profils.nouveaux', 'donateurs.nouveaux'),
    ('C10', 'Montants par profil de campagne = montant de l’année',
      'profils.montant', 'mois.montant'),
    ('C11', 'Nouveaux + anciens, par origine = donateurs de l’année',
      'origines.donateurs', 'donateurs.donateurs'),
    ('C12', 'Nouveaux par média = nouveaux de l’année',
      'medias.nouveaux', 'donateurs.nouveaux'),
    ('C13', 'Donateurs par tranche de montant annuel = donateurs de l’année',
      'tranches.donateurs', 'donateurs.donateurs'),
    ('C14', 'Donateurs par tranche du dernier don = donateurs de l’année',
      'tranches_dernier_don.donateurs', 'donateurs.donateurs'),
    ('C15', 'Donateurs par segment de fréquence = donateurs de l’année',
      'segments.donateurs', 'donateurs.donateurs'),
    ('C16', 'Actifs = donateurs de l’année',
      'activite.donateurs', 'donateurs.donateurs'),
    ('C17', 'Actifs + dormants + inactifs + très inactifs = donateurs depuis l’origine',
      'activite.statuts', 'donateurs.cumul'),
    ('C18', 'Actifs d’une année = fidèles + dormants de la suivante',
      'activite.partis_ou_restes', 'donateurs.suivis'),
    ('C19', 'Donateurs par cohorte = donateurs de l’année',
      'cohortes.donateurs', 'donateurs.donateurs'),
    ('C20', 'Taille de chaque cohorte = nouveaux de son année',
      'cohortes.nouveaux', 'donateurs.nouveaux'),
    ('C21', 'Montants par cohorte = montant de l’année',
      'cohortes.montant', 'mois.montant'),
    ('C22', 'Donateurs par mouvement = donateurs de l’année',
      'mouvements.donateurs', 'donateurs.donateurs'),
    ('C23', 'Montants par mouvement = montant de l’année',
      'mouvements.montant', 'mois.montant'),
    ('C24', 'Donateurs revenus l’année suivante = fidèles de l’année suivante',
      'mouvements.revenus', 'donateurs.revenus'),
    ('C25', 'Donateurs conservés jour par jour = fidèles de l’année, l’an passé et cette année',
      'fidelite.conserves', 'deux_ans.conserves'),
    ('C26', 'Nouveaux de la fidélisation = nouveaux de l’année, l’an passé et cette année',
      'fidelite.nouveaux', 'deux_ans.nouveaux'),
    ('C27', 'Montants de la fidélisation = montant de l’année, l’an passé et cette année',
      'fidelite.montant', 'deux_ans.montant'),
    ('C28', 'Nouveaux suivis jusqu’au deuxième don = nouveaux de l’année',
      'deuxiemes_dons.nouveaux', 'donateurs.nouveaux'),
    ('C29', 'Parcours de campagne = donateurs depuis l’origine',
      'carrieres.donateurs', 'donateurs.en_tout'),
    ('C30', 'Dons ventilés par code, sur chaque axe = dons de l’année',
      'ventilation.dons', 'axes.dons'),
    ('C31', 'Montants ventilés par code, sur chaque axe = montant de l’année',
      'ventilation.montant', 'axes.montant'),
    ('C32', 'Nouveaux ventilés par code, sur chaque axe = nouveaux de l’année',
      'ventilation.nouveaux', 'axes.nouveaux'),
    ('C33', 'Donateurs de la grille RFM = donateurs à l’horizon',
      'grille.donateurs', 'donateurs.a_l_horizon'),
    ('C34', 'Dons ventilés par code et par jour = dons de l’année',
      'ventilation_jours.dons', 'axes.dons'),
    ('C35', 'Montants ventilés par code et par jour = montant de l’année',
      'ventilation_jours.montant', 'axes.montant'),
    ('C36', 'Donateurs à date, sur chaque axe = donateurs jusqu’à ce jour',
      'comptes_a_date.donateurs', 'donateurs_par_jour.a_date'),
    ('C37', 'Deuxièmes dons par délai = deuxièmes dons dans les 24 mois',
      'deuxiemes_dons_delais.avec_24', 'deuxiemes_dons.avec_24'),
    ('C38', 'Montant de la concentration = montant des groupes, à la publication',
      'concentrations.montant', 'groupes.montant'),
    ('C39', 'Donateurs réguliers démarrés − arrêtés = réguliers actifs',
      'reguliers_jours.actifs', 'reguliers_fins.actifs'),
    ('C40', 'Séries de dons par durée = séries par fin',
      'reguliers_durees.series', 'reguliers_fins.series'),
    ('C41', 'Dons de séries par mois = dons de séries, donateur par donateur',
      'reguliers_dons.dons', 'faits.dons_reguliers'),
    ('C42', 'Montants de séries par mois = montants de séries, donateur par donateur',
      'reguliers_dons.montant', 'faits.montant_regulier'),
    ('C43', 'Montants par campagne du premier don = montant de l’année',
      'recrues.montant', 'mois.montant'),
    ('D1', 'Donateurs exclus = ceux que le journal exclut',
      'journal.exclus', 'journal.exclus_recalcules'),
    ('D10', 'Contacts réunis à un autre = ceux que le journal réunit',
      'journal.reunis', 'journal.reunis_recalcules'),
    ('D4', 'Dons qu’expliquent imports et décisions = dons de l’année',
      'effets.dons', 'mois.dons'),
    ('D5', 'Montants qu’expliquent imports et décisions = montant de l’année',
      'effets.montant', 'mois.montant'),
    ('D6', 'Donateurs qu’expliquent imports et décisions = donateurs de l’année',
      'effets.donateurs', 'donateurs.donateurs'),
    ('D7', 'Dons gardés de la dernière publication = dons de l’année',
      'gardes.dons', 'mois.dons'),
    ('D8', 'Montants gardés de la dernière publication = montant de l’année',
      'gardes.montant', 'mois.montant'),
    ('E1', 'Total de la comptabilité = montant du tableau de bord, pour les années saisies',
      'comptabilite.montant', 'mois.montant_saisi'),
    ('E2', 'Total de la comptabilité d’un mois = montant du tableau de bord, pour les mois saisis',
      'comptabilite.montant_du_mois', 'mois.montant_du_mois_saisi')
),
mesures as materialized (
  select mesure, partie, valeur from mesures_imports
  union all
  select mesure, partie, valeur from mesures_sommes
  union all
  select mesure, partie, valeur
  from releve_de(null::mesures_base)
  where (select entier from controles_etat)
  union all
  select mesure, partie, valeur from mesures_chiffres
  union all
  select mesure, partie, valeur from mesures_publications
  union all
  select mesure, partie, valeur from mesures_comptables
),
parties as (
  select
    code,
    phrase,
    regles.gauche as mesure,
    (regles.gauche || ' ' || regles.droite) ~ '\m(base|faits|journal)\.' as entier,
    partie,
    coalesce(sum(valeur) filter (where mesures.mesure = regles.gauche), 0) as gauche,
    coalesce(sum(valeur) filter (where mesures.mesure = regles.droite), 0) as droite
  from regles
  left join mesures on mesures.mesure in (regles.gauche, regles.droite)
  group by code, phrase, regles.gauche, regles.droite, partie
),
totaux as (
  select
    *,
    count(*) filter (where gauche <> droite) over regle as parties_en_ecart,
    sum(gauche) over regle as gauche_en_tout,
    sum(droite) over regle as droite_en_tout
  from parties
  window regle as (partition by code)
)
select distinct on (code)
  code,
  left(code, 1) as groupe,
  phrase,
  case when mesure like '%.montant%' then 'euros' else 'nombre' end as unite,
  parties_en_ecart,
  case when parties_en_ecart > 0 then partie end as partie,
  case when parties_en_ecart > 0 then gauche else gauche_en_tout end as gauche,
  case when parties_en_ecart > 0 then droite else droite_en_tout end as droite,
  gauche - droite as ecart,
  entier
from totaux
where not entier or (select entier from controles_etat)
order by code, abs(gauche - droite) desc, partie;
