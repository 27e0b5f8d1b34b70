-- Whether two first names, as `cle_nom` has them, may be one person's: equal but for spaces, one the initials of the
-- other (« j », « jp » and « j p » of « jean pierre »), or one empty.
create function prenoms_compatibles(un text, autre text) returns boolean
language sql immutable parallel safe
return un = '' or autre = ''
  -- Most differ in their first letter.
  or left(un, 1) = left(autre, 1) and (
    replace(un, ' ', '') in (
      replace(autre, ' ', ''), left(autre, 1), regexp_replace(autre, '(\S)\S* ?', '\1', 'g')
    )
    or replace(autre, ' ', '') in (left(un, 1), regexp_replace(un, '(\S)\S* ?', '\1', 'g'))
  );
