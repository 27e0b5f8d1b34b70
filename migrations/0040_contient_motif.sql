-- Whether `motif` stands in `code`, character by character and without regard to case. The case of letters
-- is told the same way in every database, whatever its locale: ASCII, and what French adds to it.
create function contient_motif(code text, motif text) returns boolean
language sql immutable parallel safe
return strpos(
  translate(lower(code collate "C"), 'ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸŒÆ', 'àâäçéèêëîïôöùûüÿœæ'),
  translate(lower(motif collate "C"), 'ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸŒÆ', 'àâäçéèêëîïôöùûüÿœæ')
) > 0;
