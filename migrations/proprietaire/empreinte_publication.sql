-- The hash of a publication: SHA-256, as lower-case hexadecimal digits, of its canonical form, whose texts are written as
-- those of an event, see empreinte_evenement():
--
--    'publication_chainee/1', numero, publie_le (as survenu_le there), evenement, trouvee_le, ecriture
--    for each of its causes, by rang: 'cause', rang, nature, le, fichier_id, evenement, nom, inseres, modifies
--    for each of its effects, by rang and annee: 'effet', rang, annee, dons, montant, donateurs
--    for each row that it began, by view and row, byte by byte: 'début', vue, ligne
--    for each row that it ended, by view, row and depuis: 'fin', vue, ligne, depuis
--    empreinte_precedente: the hash of the publication before; for the first one 64 zeros
--
-- It covers what is new in this publication; what it left as it was, the hash before covers. A further column of
-- publications is covered too once its text follows ecriture, here and where this is computed again:
-- service/exclusions/audit/chaine-publications.mjs. Once a release has written hashes, a further form has a name of its
-- own, and publications keep the form that they were chained in.
create function empreinte_publication(publiee publications) returns text
language sql stable
return encode(
  sha256(
    convert_to(
      champ_canonique('publication_chainee/1')
        || champ_canonique((publiee).numero::text)
        || champ_canonique(to_char((publiee).publie_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
        || champ_canonique((publiee).evenement::text)
        || champ_canonique(to_char((publiee).trouvee_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
        || champ_canonique((publiee).ecriture)
        || coalesce(
          (
            select string_agg(
              champ_canonique('cause')
                || champ_canonique(rang::text)
                || champ_canonique(nature)
                || champ_canonique(to_char(le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
                || champ_canonique(fichier_id::text)
                || champ_canonique(evenement::text)
                || champ_canonique(nom)
                || champ_canonique(inseres::text)
                || champ_canonique(modifies::text),
              '' order by rang
            )
            from publications_causes
            where publication = (publiee).numero
          ),
          ''
        )
        || coalesce(
          (
            select string_agg(
              champ_canonique('effet')
                || champ_canonique(rang::text)
                || champ_canonique(annee::text)
                || champ_canonique(dons::text)
                || champ_canonique(montant::text)
                || champ_canonique(donateurs::text),
              '' order by rang, annee
            )
            from publications_effets
            where publication = (publiee).numero
          ),
          ''
        )
        || coalesce(
          (
            select string_agg(
              champ_canonique('début') || champ_canonique(vue) || champ_canonique(ligne),
              '' order by vue collate "C", ligne collate "C"
            )
            from publications_lignes
            where depuis = (publiee).numero
          ),
          ''
        )
        || coalesce(
          (
            select string_agg(
              champ_canonique('fin') || champ_canonique(vue) || champ_canonique(ligne) || champ_canonique(depuis::text),
              '' order by vue collate "C", ligne collate "C", depuis
            )
            from publications_lignes
            where jusqua = (publiee).numero
          ),
          ''
        )
        || champ_canonique((publiee).empreinte_precedente),
      'UTF8'
    )
  ),
  'hex'
);
