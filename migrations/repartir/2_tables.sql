create table dons_contacts (
  generation      integer not null,
  id              text collate "C" not null,
  order_amount    numeric(14, 2) not null,
  order_date      date not null,
  contact_id      text collate "C" not null,
  codemedia_code  text,
  campaign_code   text,
  origincode_code text,
  product_code    text
) partition by list (generation);
select create_distributed_table('donations', 'id', colocate_with => 'none');
select truncate_local_data_after_distributing_table('donations');
select create_distributed_table('donateurs', 'contact_id', colocate_with => 'none');
select truncate_local_data_after_distributing_table('donateurs');
select create_distributed_table('mots_contacts', 'contact_id', colocate_with => 'donateurs');
select truncate_local_data_after_distributing_table('mots_contacts');
select create_distributed_table('faits_donateurs', 'contact_id', colocate_with => 'donateurs');
select create_distributed_table('dons_croises', 'contact_id', colocate_with => 'donateurs');
select create_distributed_table('dons_contacts', 'contact_id', colocate_with => 'donateurs');
