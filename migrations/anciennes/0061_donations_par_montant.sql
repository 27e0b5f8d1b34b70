-- The donations of a year by amount, then date. Equal keys share an entry, so it is the smallest index here.
create index donations_par_montant on donations (cle_donation(order_date, order_amount), order_date);
