-- The secret under which reasons to doubt a donor are kept where they rest on something personal: a key by HMAC-SHA-256
-- tells one reason from another, and nobody who has the key alone finds out of what it was made. `interne` and `externe`
-- are what the two hashes of an HMAC begin with: the 32 random bytes of the secret, filled up to 64, xor 36 and 5c.
-- The owner's: the service reads it, and changes it no more than the decisions that it is for. Backups hold it.
create table secret_raisons (
  une_ligne boolean primary key default true check (une_ligne),
  interne   bytea not null check (length(interne) = 64),
  externe   bytea not null check (length(externe) = 64)
);

with secret as materialized (
  select sha256(convert_to(string_agg(gen_random_uuid()::text, ''), 'UTF8')) || decode(repeat('00', 32), 'hex') as octets
  from generate_series(1, 8)
)
insert into secret_raisons (interne, externe)
select
  string_agg(set_byte('\x00', 0, get_byte(octets, place) # 54), '' order by place),
  string_agg(set_byte('\x00', 0, get_byte(octets, place) # 92), '' order by place)
from secret
cross join generate_series(0, 63) as place;

-- Reasons are found anew under their keys: see recoder_decisions() for what people decided on them.
update signalements
set
  cle = encode(sha256(externe || sha256(interne || convert_to(
    regle || ':' || length(contact_id) || ':' || contact_id || cle, 'UTF8'))), 'hex'),
  faits = faits - 'mot' - 'domaine'
from secret_raisons
where regle in ('T1', 'T2', 'T3');

update signalements set faits = faits - 'valeur' where regle = 'C2';

-- Nothing more is kept against who was anonymised.
delete from signalements where contact_id in (select contact_id from donateurs_anonymises);
