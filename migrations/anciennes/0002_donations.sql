-- One partition holds everything, so that a rebuilt table can take its place in an instant
-- while the views keep reading `donations`.
create table donations (
  id              text not null primary key,
  order_id        text,
  order_amount    numeric(14, 2) not null check (order_amount >= 0),
  order_date      date not null,
  contact_id      text not null,
  codemedia_code  text,
  campaign_code   text,
  origincode_code text,
  product_code    text
) partition by range (id);

create table donations_1 partition of donations for values from (minvalue) to (maxvalue);

create index donations_contact_date on donations (contact_id, order_date);
