-- A changed gift is noted with its id, which tells the last of a day, and with the code that the campaign goes by.
alter table ventilation_ecarts add column id text collate "C", add column code_vfl text;
alter table dons_ecarts add column id text collate "C" not null, add column code_vfl text not null;

-- The donors whose figures at the horizon a refresh changes, as they counted at the horizon before it (`signe` -1) and as
-- they count now (1), and whether gifts of theirs changed (`touche`) or only the day: the rows of one refresh alone.
create table donateurs_ecarts (
  signe      integer not null,
  contact_id text collate "C" not null,
  horizon    date not null,
  touche     boolean not null
);

-- What was noted before without them is not followed: all is computed whole.
delete from ecritures_suivies;

-- Whether the donors whom another horizon alone changes are few enough for its figures to follow by differences.
alter table faits_publies add column horizon_par_ecarts boolean not null default true;
