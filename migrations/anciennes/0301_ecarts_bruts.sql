-- Of a donor whom a refresh changes, each contact whose gifts are its own on that side: `contact_brut`.
delete from donateurs_ecarts;
alter table donateurs_ecarts add column contact_brut text not null;
