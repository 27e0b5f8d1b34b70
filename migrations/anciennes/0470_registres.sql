-- Every act on a register that migrations/registres.json says is to be followed: that register's own chain. `numero` counts
-- 1, 2, 3… without a gap, and `empreinte` covers the act and the hash of the one before, see enchainer_actes(). Rows are
-- added by enchainer_actes() and by nothing else; none is ever changed or removed.
-- DEBUT: from here on the register is followed. TROUVEE: a row that was there then. AJOUT, CHANGEMENT, RETRAIT: a row that
-- was added, given what it had not, taken off. `cle` is its key as JSON, `contenu` the SHA-256 of its text. Of a register of
-- very many rows an act is a whole statement: no key, and as `contenu` how many rows more, and by how much the sum of
-- their digests grew.
create table registres_actes (
  registre  text not null,
  numero    bigint not null check (numero > 0),
  geste     text not null check (geste in ('DEBUT', 'TROUVEE', 'AJOUT', 'CHANGEMENT', 'RETRAIT')),
  cle       text not null,
  contenu   text not null,
  le        timestamptz not null,
  empreinte text not null check (empreinte ~ '^[0-9a-f]{64}$'),
  primary key (registre, numero)
);

-- What people did stays with the owner of the log: the service adds to it, completes it, and takes off no more than
-- registres.json says. Its views go on reading it.
do $$
declare
  proprietaire constant regrole := (select relowner from pg_class where oid = 'evenements_exclusion'::regclass);
  nom text;
begin
  foreach nom in array array[
    'donateurs_anonymises', 'modeles_fichiers', 'modeles_oublies', 'journal_exports', 'listes_gardees', 'listes_mesures',
    'listes_membres'
  ] loop
    execute format('alter table %I owner to %s', nom, proprietaire);
    if to_regrole('dons_service') is not null then
      execute format('grant select on %I to dons_service', nom);
    end if;
  end loop;
end
$$;
