-- The mailboxes that a text names, see cles_emails(): most texts are one address, in letters, digits and few signs.
create function emails_nommes(texte text) returns text[]
language sql immutable parallel safe
return case
  when lower(texte collate "C") !~ '^[a-z0-9_-][a-z0-9_+-]*(?:\.[a-z0-9_+-]+)*@[a-z0-9-]+(?:\.[a-z0-9-]+)+$' then cles_emails(texte)
  when texte ~* '@(?:gmail|googlemail)\.com$'
    then array[replace(split_part(split_part(lower(texte collate "C"), '@', 1), '+', 1), '.', '') || '@gmail.com']
  else array[split_part(split_part(lower(texte collate "C"), '@', 1), '+', 1) || '@' || split_part(lower(texte collate "C"), '@', 2)]
end;
