-- What writes say that the stored gifts are: every import appends, in its own transaction, what it brings less what it
-- replaces, by year and by share of the contacts. Added up they are what is stored, or somebody else wrote there.
-- Rows are added by inscrire_ecriture_dons() and reprendre_sommes_dons() and by nothing else; none is ever changed or
-- removed. DEPART takes what an older base held as the beginning, REPRISE is somebody's word for what is there.
-- `numero` counts 1, 2, 3… without a gap. The two hashes are 64 lower-case hexadecimal digits.
create table ecritures_dons (
  numero               bigint primary key check (numero > 0),
  nature               text not null check (nature in ('DEPART', 'IMPORT', 'REPRISE')),
  fichier_id           uuid unique,
  par                  text check (par <> ''),
  motif                text check (motif <> ''),
  ecrite_le            timestamptz not null,
  imports_avant        bigint not null default 0,
  empreinte_precedente text not null check (empreinte_precedente ~ '^[0-9a-f]{64}$'),
  empreinte            text not null check (empreinte ~ '^[0-9a-f]{64}$'),
  check ((nature = 'IMPORT') = (fichier_id is not null)),
  check ((nature = 'REPRISE') = (par is not null)),
  check ((nature = 'REPRISE') = (motif is not null))
);

-- `tranche` is poids_contact() modulo 256. `empreintes` is the sum of the gifts' empreinte_don(), and
-- `empreintes_pesees` that of each times the weight of its contact: where one contact's gifts of a year were changed, the
-- second differs from what it should be by the first's difference times that weight, which names the contact.
create table sommes_dons (
  ecriture          bigint not null references ecritures_dons deferrable initially deferred,
  annee             smallint not null,
  tranche           smallint not null check (tranche between 0 and 255),
  dons              bigint not null,
  centimes          bigint not null,
  empreintes        numeric not null,
  empreintes_pesees numeric not null,
  primary key (ecriture, annee, tranche)
);

-- The secret of this base, without which nobody finds other gifts of the same digest.
create table cle_sommes_dons (
  une_ligne boolean primary key default true check (une_ligne),
  cle       bigint not null
);

insert into cle_sommes_dons (cle)
values (('x' || left(md5(gen_random_uuid()::text || gen_random_uuid()::text), 16))::bit(64)::bigint);

-- These two are told other servers here, and by every later change of the schema, never by the extension itself: else
-- rights that are given here and functions that are written there would wait for each other.
set local citus.enable_ddl_propagation = off;

-- The weight of a contact, from 0 to 2 147 483 647.
create function poids_contact(contact_id text) returns integer
language sql immutable parallel safe
return hashtext(contact_id) & 2147483647;

-- The digest of a stored gift: each column seeds the hash of the next, a missing code is told from an empty one. What
-- it is made of hashes the same in every version of PostgreSQL, as hash partitions rely on, and in any locale.
create function empreinte_don(
  cle             bigint,
  id              text,
  contact_id      text,
  order_date      date,
  order_amount    numeric,
  order_id        text,
  codemedia_code  text,
  campaign_code   text,
  origincode_code text,
  product_code    text
) returns bigint
language sql immutable parallel safe
return hashtextextended(coalesce('.' || product_code, ''),
  hashtextextended(coalesce('.' || origincode_code, ''),
    hashtextextended(coalesce('.' || campaign_code, ''),
      hashtextextended(coalesce('.' || codemedia_code, ''),
        hashtextextended(coalesce('.' || order_id, ''),
          hash_numeric_extended(order_amount,
            hashint4extended(order_date - date '2000-01-01',
              hashtextextended(contact_id,
                hashtextextended(id, cle)))))))));

do $$
declare
  definition text;
begin
  if to_regclass('public.dons_contacts') is not null then
    for definition in
      select pg_get_functiondef(oid)
      from pg_proc
      where pronamespace = 'public'::regnamespace and proname in ('poids_contact', 'empreinte_don')
    loop
      perform run_command_on_workers(format(
        'do $publication$ begin set local citus.enable_ddl_propagation = off; %s; end $publication$', definition
      ));
    end loop;
  end if;
end
$$;

set local citus.enable_ddl_propagation = on;

-- The hash of an entry and its sums: SHA-256, as lower-case hexadecimal digits, of these texts in UTF-8, each ended by a
-- line feed: 'ecriture_dons/1', numero, nature, fichier_id, par, motif (a missing one as '-', one that is there after its
-- length in bytes and a colon), ecrite_le in UTC with six decimals, imports_avant, each sum by year and tranche as
-- 'annee:tranche:dons:centimes:empreintes:empreintes_pesees', and the hash of the entry before (of the first 64 zeros).
create function empreinte_ecriture_dons(entree ecritures_dons) returns text
language sql stable
return (
  select encode(
    sha256(
      convert_to(
        concat_ws(
          E'\n',
          'ecriture_dons/1',
          (entree).numero,
          (entree).nature,
          coalesce((entree).fichier_id::text, '-'),
          coalesce(octet_length(convert_to((entree).par, 'UTF8')) || ':' || (entree).par, '-'),
          coalesce(octet_length(convert_to((entree).motif, 'UTF8')) || ':' || (entree).motif, '-'),
          to_char((entree).ecrite_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
          (entree).imports_avant,
          string_agg(
            concat_ws(':', annee, tranche, dons, centimes, empreintes, empreintes_pesees), E'\n' order by annee, tranche
          ),
          (entree).empreinte_precedente
        ) || E'\n',
        'UTF8'
      )
    ),
    'hex'
  )
  from sommes_dons
  where sommes_dons.ecriture = (entree).numero
);

-- Takes the gifts of an older base, or of its backup, as the beginning; where there is one already, or no gift, nothing.
create procedure commencer_sommes_dons()
language plpgsql
as $$
declare
  secret constant bigint := (select cle from cle_sommes_dons);
  depart ecritures_dons;
begin
  if exists (select 1 from ecritures_dons) or not exists (select 1 from donations limit 1) then
    return;
  end if;
  depart.numero := 1;
  depart.nature := 'DEPART';
  depart.ecrite_le := clock_timestamp();
  depart.imports_avant := (
    select count(*)
    from imports
    join fichiers using (fichier_id)
    where statut = 'completed' and type = 'donations'
      and (resultat ->> 'inseres')::bigint + (resultat ->> 'modifies')::bigint > 0
  );
  depart.empreinte_precedente := repeat('0', 64);
  insert into sommes_dons
  select
    1,
    date_part('year', order_date)::smallint,
    (poids_contact(contact_id) & 255)::smallint,
    count(*),
    sum(order_amount) * 100,
    sum(don.empreinte),
    sum(don.empreinte::numeric * poids_contact(contact_id))
  from donations
  cross join lateral (
    select empreinte_don(
      secret, id, contact_id, order_date, order_amount, order_id, codemedia_code, campaign_code, origincode_code, product_code
    ) as empreinte
  ) as don
  group by 2, 3;
  depart.empreinte := empreinte_ecriture_dons(depart);
  insert into ecritures_dons values (depart.*);
end
$$;

call commencer_sommes_dons();
