-- The department of a postal code: 01 to 95 with 2A and 2B, 971 to 978, 986 to 988, else « inconnu » (abroad, unreadable or
-- none). Blanks and CEDEX do not count; of four digits the leading zero was lost. Some codes belong to another department
-- than their digits say.
create function departement_du_code_postal(code_postal text) returns text
language plpgsql immutable parallel safe
as $$
declare
  code text := code_postal;
begin
  if code !~ '^\d{5}$' then
    code := substring(
      regexp_replace(code, '[\s\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff]', '', 'g')
      from '^(?:\d{4,5})(?=(?:[Cc][Ee][Dd][Ee][Xx]\d*)?$)'
    );
    code := lpad(code, 5, '0');
  end if;
  return coalesce(
    case code
      when '42620' then '03'
      when '05110' then '04'
      when '05130' then '04'
      when '05160' then '04'
      when '06260' then '04'
      when '48250' then '07'
      when '43450' then '15'
      when '36260' then '18'
      when '18120' then '18'
      when '33220' then '24'
      when '05700' then '26'
      when '73670' then '38'
      when '01410' then '39'
      when '39310' then '39'
      when '01590' then '39'
      when '52100' then '51'
      when '21340' then '71'
      when '01200' then '74'
      when '13780' then '83'
      when '37160' then '86'
      when '94390' then '91'
      when '97133' then '977'
      when '97150' then '978'
    end,
    case
      when code ~ '^(?:0[1-9]|1\d|2[1-9]|[3-8]\d|9[0-5])' then left(code, 2)
      when code ~ '^20[01]' then '2A'
      when code ~ '^20' then '2B'
      when code ~ '^(?:97[1-6]|98[678])' then left(code, 3)
    end,
    'inconnu'
  );
end
$$;
