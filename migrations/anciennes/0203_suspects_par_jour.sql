-- What the donors to be looked at gave, by day, made with the reasons: figures say what they are without them. `recul` is
-- that of the donors whose first gift of the year it is (see donateurs_annees), who are `donateurs`; of all other gifts it is
-- null. Whom it counts is noted with the donor (`compte`), and up to which event of the log it knows decisions.
create table suspects_par_jour (
  jour      date not null,
  recul     smallint,
  nombre    bigint not null,
  montant   numeric not null,
  donateurs bigint not null
);

create index suspects_par_jour_jour on suspects_par_jour (jour);

alter table donateurs_signales add column compte boolean not null default false;

alter table signalements_etat add column evenement bigint not null default 0;

-- They are looked for anew.
update signalements_etat set regles = null;
