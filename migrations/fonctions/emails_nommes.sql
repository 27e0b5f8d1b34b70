-- The mailboxes that a text names, see cles_emails(): most texts are one in its plainest spelling.
create function emails_nommes(texte text) returns text[]
language sql immutable parallel safe
return case
  when texte ~ '^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*@[a-z0-9-]+(?:\.[a-z0-9-]+)+$' and texte !~ '@(?:gmail|googlemail)\.com$'
    then array[texte]
  else cles_emails(texte)
end;
