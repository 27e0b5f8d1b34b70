-- Donors by department are read from those by two axes: how far that figure was from a whole computation says nothing more.
delete from chiffres_compares where nom = 'departements_annees';
