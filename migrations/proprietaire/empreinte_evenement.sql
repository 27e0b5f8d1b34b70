-- The hash of an event: SHA-256, as lower-case hexadecimal digits, of its canonical form.
--
-- The canonical form is these twelve texts, in this order, in UTF-8, each written as its length in bytes
-- (decimal), a colon, the text and a comma; a missing value is written as a hyphen and a comma:
--
--    1 'evenement_exclusion/1'   names this form and its version
--    2 numero                    decimal
--    3 evenement_id              lower case, with hyphens
--    4 contact_id
--    5 type                      'EXCLUSION', for instance
--    6 raison
--    7 exclu_par
--    8 identite                  may be missing
--    9 survenu_le                in UTC with six decimals: 2026-11-20T08:15:03.120000Z
--   10 donations_concernees      decimal
--   11 montant_concerne          euros with a point and two decimals: 150.00
--   12 empreinte_precedente      the hash of the event before; for the first one 64 zeros
--
-- For instance '…,1:7,…,9:EXCLUSION,…,-,27:2026-11-20T08:15:03.120000Z,1:3,6:150.00,64:…,'.
-- That of an ARRETE begins with 'arrete/1' instead, has an empty contact_id, and before the last text two more:
-- publication, decimal, and sceau, 64 hexadecimal digits.
-- That of a FUSION, a SEPARATION or DISTINCTS begins with 'groupe/1', and has before the last text two more:
-- contact_principal, and connues, which may be missing.
-- Lengths make the form unambiguous: no two different events share one.
create function empreinte_evenement(evenement evenements_exclusion) returns text
language sql stable
return encode(
  sha256(
    convert_to(
      champ_canonique(
        case
          when (evenement).type = 'ARRETE' then 'arrete/1'
          when (evenement).type in ('FUSION', 'SEPARATION', 'DISTINCTS') then 'groupe/1'
          else 'evenement_exclusion/1'
        end
      )
        || champ_canonique((evenement).numero::text)
        || champ_canonique((evenement).evenement_id::text)
        || champ_canonique((evenement).contact_id)
        || champ_canonique((evenement).type)
        || champ_canonique((evenement).raison)
        || champ_canonique((evenement).exclu_par)
        || champ_canonique((evenement).identite)
        || champ_canonique(
          to_char((evenement).survenu_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
        )
        || champ_canonique((evenement).donations_concernees::text)
        || champ_canonique((evenement).montant_concerne::text)
        || case
          when (evenement).type = 'ARRETE'
          then champ_canonique((evenement).publication::text) || champ_canonique((evenement).sceau)
          when (evenement).type in ('FUSION', 'SEPARATION', 'DISTINCTS')
          then champ_canonique((evenement).contact_principal) || champ_canonique((evenement).connues)
          else ''
        end
        || champ_canonique((evenement).empreinte_precedente),
      'UTF8'
    )
  ),
  'hex'
);
