-- New donors by media code are those of the breakdown by code: how far that figure was from a whole computation says nothing
-- more.
delete from chiffres_compares where nom = 'nouveaux_medias';
