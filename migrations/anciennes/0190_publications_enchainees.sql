-- What was published belongs to the owner of the log: the service appends to it through inscrire_publication(). Each
-- publication has its hash, see empreinte_publication(), and that of the one before; one that was there before the chain
-- says when it was found (`trouvee_le`). Null until enchainer_publications() has been there. `ecriture` is the hash of the
-- last entry about the stored gifts then: who writes those entries anew writes the publications anew too.
alter table publications
  add column trouvee_le timestamptz,
  add column ecriture text check (ecriture ~ '^[0-9a-f]{64}$'),
  add column empreinte_precedente text check (empreinte_precedente ~ '^[0-9a-f]{64}$'),
  add column empreinte text check (empreinte ~ '^[0-9a-f]{64}$');

-- An import as « pourquoi » tells it: its own row stays the service's.
alter table publications_causes
  add column nom text,
  add column inseres bigint,
  add column modifies bigint;

update publications_causes as causes
set nom = fichiers.nom,
  inseres = (resultat ->> 'inseres')::bigint,
  modifies = (resultat ->> 'modifies')::bigint
from fichiers
left join imports using (fichier_id)
where fichiers.fichier_id = causes.fichier_id;

-- The rows of a publication lie together: some kilobytes tell where.
create index publications_lignes_bornes on publications_lignes using brin (depuis, jusqua) with (pages_per_range = 16);

-- The service's views go on reading them.
do $$
declare
  proprietaire constant regrole := (select relowner from pg_class where oid = 'evenements_exclusion'::regclass);
  nom text;
begin
  foreach nom in array array['publications', 'publications_lignes', 'publications_causes', 'publications_effets'] loop
    execute format('alter table %I owner to %s', nom, proprietaire);
    if to_regrole('dons_service') is not null then
      execute format('grant select on %I to dons_service', nom);
    end if;
  end loop;
end
$$;
