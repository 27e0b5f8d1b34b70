-- Writes acts after the last one on a register: of each row the key, and what it holds. A clock that steps back dates no act
-- before the one that it follows. The hash of an act is the SHA-256, as lower-case hexadecimal digits, of its canonical form,
-- whose texts are written as those of an event, see empreinte_evenement():
--
--    'acte/1', registre, numero, geste, cle, contenu, le (as survenu_le there)
--    the hash of the act before; for the first one 64 zeros
create function enchainer_actes(p_registre text, p_geste text, p_cles text[], p_contenus text[]) returns void
language plpgsql
as $$
declare
  dernier registres_actes;
  le timestamptz;
  forme text;
  precedente text;
  empreintes text[] := '{}';
begin
  if coalesce(cardinality(p_cles), 0) = 0 then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('registre ' || p_registre, 0));
  select * into dernier from registres_actes a where a.registre = p_registre order by a.numero desc limit 1;
  dernier.numero := coalesce(dernier.numero, 0);
  precedente := coalesce(dernier.empreinte, repeat('0', 64));
  le := greatest(clock_timestamp(), dernier.le);
  -- All of the form but the hash before, which only a loop knows.
  for forme in
    select debut || champ_canonique((dernier.numero + suite)::text) || champ_canonique(p_geste)
      || champ_canonique(cle) || champ_canonique(contenu) || fin
    from unnest(p_cles, p_contenus) with ordinality as actes (cle, contenu, suite)
    cross join (
      values (
        champ_canonique('acte/1') || champ_canonique(p_registre),
        champ_canonique(to_char(le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
      )
    ) as bords (debut, fin)
    order by suite
  loop
    precedente := encode(sha256(convert_to(forme || champ_canonique(precedente), 'UTF8')), 'hex');
    empreintes := empreintes || precedente;
  end loop;
  insert into registres_actes
  select p_registre, dernier.numero + suite, p_geste, cle, contenu, le, empreinte
  from unnest(p_cles, p_contenus, empreintes) with ordinality as actes (cle, contenu, empreinte, suite);
end
$$;
