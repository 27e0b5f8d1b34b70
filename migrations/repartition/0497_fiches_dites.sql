-- When the cells of a card were said: the day of the gift whose row of a tool's file brought each; empty where no such row
-- did, and Contacts.csv says them, on the day of its last import.
create table fiches_dites (
  contact_id text collate "C" primary key,
  civility   date,
  firstname  date,
  lastname   date,
  email      date,
  phone      date,
  zip        date,
  city       date,
  birthdate  date
);

-- The days that an import changed: each card's as they were before, null where it had none, and as the import left them.
create table fiches_dites_avant_import (
  fichier_id uuid not null references fichiers on delete cascade,
  contact_id text collate "C" not null,
  avant      jsonb,
  apres      jsonb not null,
  primary key (fichier_id, contact_id)
);

-- Until now all cells of who came by a tool's file were as old as the last gift. What lies on several servers is brought here.
create temporary table derniers on commit drop as
select contact_id, max(order_date) as jour from donations group by contact_id;

create temporary table cartes on commit drop as
select contact_id, civility, firstname, lastname, email, phone, zip, city, birthdate from donateurs;

insert into fiches_dites
select contact_id,
  case when civility is not null then jour end, case when firstname is not null then jour end,
  case when lastname is not null then jour end, case when email is not null then jour end,
  case when phone is not null then jour end, case when zip is not null then jour end,
  case when city is not null then jour end, case when birthdate is not null then jour end
from cartes
join derniers using (contact_id)
where contact_id in (select contact_id from identites)
  or not exists (select from fichiers where type = 'donateurs' and de is null);

drop table derniers, cartes;
