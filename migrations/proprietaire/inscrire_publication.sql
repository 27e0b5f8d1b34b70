-- Appends a publication to those before: its causes and their effects, the rows of views that end with it and those that
-- begin; dates it, chains it and returns its number. Two at once wait for each other, and the later one fails: it was
-- computed from what is no longer the latest. A clock that steps back dates none before the one that it follows.
--
-- It runs with the rights of the log's owner, and reads nothing that the service owns: see
-- inscrire_evenement_exclusion(). What was published is said by the service, but it can be said only once.
create function inscrire_publication(
  p_numero    bigint,
  p_evenement bigint,
  p_causes    publications_causes[],
  p_effets    publications_effets[],
  p_finies    publications_lignes[],
  p_neuves    publications_lignes[]
) returns bigint
language plpgsql
security definer
set search_path = public, pg_temp
set row_security = off
set plan_cache_mode = force_custom_plan
set enable_nestloop = off
as $$
declare
  derniere publications;
begin
  perform pg_advisory_xact_lock(hashtextextended('publications', 0));
  select * into derniere from publications p order by p.numero desc limit 1;
  if p_numero is distinct from coalesce(derniere.numero, 0) + 1 then
    raise exception 'La publication n° % ne suit pas la dernière.', p_numero using errcode = 'serialization_failure';
  end if;

  insert into publications (numero, publie_le, evenement, ecriture)
  values (
    p_numero,
    greatest(now(), derniere.publie_le),
    p_evenement,
    (select e.empreinte from ecritures_dons e order by e.numero desc limit 1)
  );

  insert into publications_causes (publication, rang, nature, le, fichier_id, evenement, nom, inseres, modifies)
  select p_numero, c.rang, c.nature, c.le, c.fichier_id, c.evenement, c.nom, c.inseres, c.modifies
  from unnest(p_causes) c;

  insert into publications_effets (publication, rang, annee, dons, montant, donateurs)
  select p_numero, e.rang, e.annee, e.dons, e.montant, e.donateurs
  from unnest(p_effets) e;

  update publications_lignes l
  set jusqua = p_numero
  from unnest(p_finies) f
  where l.jusqua is null and l.vue = f.vue and l.ligne = f.ligne;

  insert into publications_lignes (vue, ligne, depuis)
  select n.vue, n.ligne, p_numero
  from unnest(p_neuves) n;

  call enchainer_publications(null);
  return p_numero;
end
$$;
