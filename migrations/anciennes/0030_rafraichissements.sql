-- Every refresh of the figures, at most one of them running. The row is written when a refresh begins and
-- when it ends, never between: the transaction that computes the figures ends it as `completed` itself, so
-- that figures and status appear together, and fails to where somebody has given the refresh up meanwhile.
--
-- The last three columns say what the figures were computed from: how many imports were completed, the
-- number of the last exclusion event, and the pattern of VFL.
create table rafraichissements (
  id                 uuid primary key,
  status             text not null default 'in_progress' check (status in ('in_progress', 'completed', 'error')),
  commence_le        timestamptz not null default clock_timestamp(),
  termine_le         timestamptz,
  error              text,
  calcule_le         timestamptz,
  imports            bigint,
  evenement          bigint,
  campagne_vfl_motif text
);

create unique index rafraichissements_un_seul_en_cours on rafraichissements (status)
  where status = 'in_progress';

create index rafraichissements_derniers on rafraichissements (status, commence_le);
