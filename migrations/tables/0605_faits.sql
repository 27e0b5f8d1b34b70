-- The facts: one row a contact and year with a gift, excluded contacts too, as they were published. A full computation
-- makes a partition of its own under the next generation, so that nobody waits; `faits_publies` says which one is read,
-- and what it was computed from. Columns of one width come first: scans of millions of rows find them fastest.
-- The codes of a donor's gifts of a year are those of the first, and of the others where they differ from it. `departement`
-- is where a donor lives, by the card as it was at the publication.
create table faits_donateurs (
  generation           integer,
  nombre               integer,
  nombre_vfl           integer,
  cumul_nombre         integer,
  cumul_vfl            integer,
  premier_jour         date,
  dernier_jour         date,
  premier_don          date,
  dernier_don          date,
  annee                smallint,
  exclu                boolean,
  premier_vfl          boolean,
  dernier_vfl          boolean,
  carriere_vfl         boolean,
  contact_id           text collate "C",
  montant              numeric,
  dernier_montant      numeric,
  cumul                numeric,
  annee_precedente     smallint,
  annee_suivante       smallint,
  premier_jour_suivant date,
  deuxieme_don         date,
  montant_precedent    numeric,
  premier_codemedia    text,
  premier_origincode   text,
  premiere_campagne    text,
  premier_produit      text,
  autres_campagnes     text[],
  autres_medias        text[],
  autres_origines      text[],
  autres_produits      text[],
  departement          text
) partition by list (generation);

-- `par_ecarts`: whether the latest refresh of the facts knows which of them changed, so that figures may follow by
-- differences; `horizon_par_ecarts`: whether the donors whom another horizon alone changes are few enough for its figures
-- to. `definition`: by which reckoning the facts were made; where the program has another, the next refresh computes all.
create table faits_publies (
  une_ligne              boolean primary key default true check (une_ligne),
  generation             integer not null,
  donations_version      bigint not null,
  evenement              bigint not null,
  exclus_version         bigint not null,
  campagne_vfl_motif     text not null,
  ventilation_generation integer not null default 0,
  ventilation_depuis     date not null default '-infinity',
  par_ecarts             boolean not null default false,
  horizon_par_ecarts     boolean not null default true,
  definition             integer not null default 0
);

insert into faits_publies values (true, 0, 0, 0, 0, '');

-- The series of gifts of one pace that stand in each donor's gifts, of excluded contacts too, as they were published: one
-- gift every `rythme` months (1, 3 or 12). `connue_le` is the day of its fourth gift, null of one of three, which is only
-- possible; `arret` the first day on which it is no longer active; `montant` the amount of its last gift.
create table series_dons (
  rythme     smallint not null,
  exclu      boolean not null,
  premier    date not null,
  connue_le  date,
  arret      date not null,
  contact_id text collate "C" not null,
  montant    numeric not null,
  jours      date[] not null,
  montants   numeric[] not null
);

create index series_dons_contact on series_dons (contact_id);

-- The gifts above 0 as they were published, of excluded contacts too, each with its day, with what its donor is in that
-- year, and how long that donor had not given: what crossings count where the figures by donor do not tell. A generation for
-- each of the facts. Columns of one width come first: scans of millions of rows find them fastest.
create table dons_croises (
  generation     integer not null,
  annee          smallint not null,
  mois           smallint not null,
  quantieme      smallint not null,
  tranche        smallint not null,
  tranche_total  smallint not null,
  segment        smallint not null,
  derniere_annee smallint not null,
  recul          smallint not null,
  exclu          boolean not null,
  cents          bigint not null,
  contact_id     text collate "C" not null,
  departement    text not null,
  profil         text not null,
  media          text not null,
  origine        text not null,
  campagne       text not null,
  produit        text not null
) partition by list (generation);

-- What the gifts of the donors merged or separated since the publication come to, from the decision on until the next
-- refresh: like faits_donateurs, series_dons and dons_croises, but whether they are excluded, which may be decided later;
-- and the event of the log up to which that is known. What a publication has taken up stays until the next decision.
create table regroupes_faits (like faits_donateurs);
alter table regroupes_faits drop column exclu;
create table regroupes_series (like series_dons);
alter table regroupes_series drop column exclu;
create table regroupes_dons (like dons_croises);
alter table regroupes_dons drop column exclu;

create table regroupes_calcules (numero bigint not null);
insert into regroupes_calcules values (0);

-- What the gifts that count became since the publication before, as a refresh sees it: the rows of one refresh alone. `id`
-- tells the last of a day, `code_vfl` is what the campaign goes by.
create table dons_ecarts (
  signe        integer not null,
  contact_id   text collate "C" not null,
  order_date   date not null,
  order_amount numeric not null,
  campagne     text not null,
  media        text not null,
  origine      text not null,
  produit      text not null,
  id           text collate "C" not null,
  code_vfl     text not null
);

-- The donors whose figures at the horizon a refresh changes, as they counted at the horizon before it (`signe` -1) and as
-- they count now (1), and whether gifts of theirs changed (`touche`) or only the day: the rows of one refresh alone. Of each
-- of them every contact whose gifts are its own on that side: `contact_brut`.
create table donateurs_ecarts (
  signe        integer not null,
  contact_id   text collate "C" not null,
  horizon      date not null,
  touche       boolean not null,
  contact_brut text collate "C" not null
);

-- What the breakdown by code is summed up from, kept as the facts are and as the screens read it, of the gifts that count
-- alone: gifts by code and day, and by month, donors by code and year, as they were published. A gift of a month before
-- `faits_publies.ventilation_depuis` stands under the first day of its month.
create table ventilation_dons (
  axe     text not null,
  jour    date not null,
  code    text not null,
  nombre  bigint not null,
  montant numeric not null,
  primary key (axe, jour, code)
);

create table ventilation_mois_dons (
  axe     text not null,
  annee   smallint not null,
  mois    smallint not null,
  code    text not null,
  nombre  bigint not null,
  montant numeric not null,
  primary key (axe, annee, mois, code)
);

-- All months of a campaign's code.
create index ventilation_mois_dons_code on ventilation_mois_dons (code, annee, mois) where axe = 'campagne';

create table ventilation_contacts (
  axe       text not null,
  annee     smallint not null,
  code      text not null,
  donateurs bigint not null,
  nouveaux  bigint not null,
  primary key (axe, annee, code)
);
