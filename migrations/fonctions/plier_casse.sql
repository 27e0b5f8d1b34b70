-- A text without the case of its letters, the same in every database whatever its locale: ASCII, and what
-- French adds to it.
create function plier_casse(texte text) returns text
language sql immutable parallel safe
return translate(lower(texte collate "C"), 'ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸŒÆ', 'àâäçéèêëîïôöùûüÿœæ');
