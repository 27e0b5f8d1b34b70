create table donateurs (
  contact_id text primary key,
  firstname  text,
  lastname   text,
  city       text,
  zip        text,
  email      text,
  phone      text,
  birthdate  text,
  civility   text,
  is_company boolean
);
