-- Refreshes are counted: which is the latest is told by their number, never by a clock, which may step back.
-- `exclus_version` says which version of donateurs_exclus the figures were computed under.
alter table rafraichissements
  add column numero         bigint,
  add column exclus_version bigint;

update rafraichissements
set numero = rangs.rang
from (select id, row_number() over (order by commence_le, termine_le, id) as rang from rafraichissements) rangs
where rangs.id = rafraichissements.id;

alter table rafraichissements alter column numero set not null;
alter table rafraichissements alter column numero add generated always as identity;
select setval(
  pg_get_serial_sequence('rafraichissements', 'numero'),
  (select coalesce(max(numero), 0) + 1 from rafraichissements),
  false
);

drop index rafraichissements_derniers;
create unique index rafraichissements_derniers on rafraichissements (status, numero);
