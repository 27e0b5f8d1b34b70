-- A telephone number as its digits, however it is spelt: 01 23 45 67 89, 01.23.45.67.89, +33 (0)1 23 45 67 89,
-- 0033123456789 and 123456789, whose zero Excel took, are 0123456789; +32 2 123 45 67 is 003221234567. Empty where it is
-- none, or has less than six digits.
create function telephone_plie(texte text) returns text
language plpgsql immutable strict parallel safe
as $$
declare
  chiffres text := regexp_replace(texte, '[^0-9+]', '', 'g');
begin
  chiffres := regexp_replace(chiffres, '^(\+|00)330?', '0');
  chiffres := regexp_replace(chiffres, '^33([1-9][0-9]{8})$', '0\1');
  chiffres := regexp_replace(chiffres, '^([1-9][0-9]{8})$', '0\1');
  chiffres := replace(regexp_replace(chiffres, '^\+', '00'), '+', '');
  return case when chiffres ~ '^0[0-9]{5,18}$' then chiffres else '' end;
end
$$;
