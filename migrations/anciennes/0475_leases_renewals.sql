-- A lease expires once a process has seen it unrenewed for 20 s by a clock of its own: by the time of day, one step of it
-- ended all that ran. Expired, it has no renewals any more, as those that a program of before can renew no longer.
alter table leases drop column expires_at;
alter table leases add column renewals bigint;
alter table leases alter column renewals set default 0;
