-- What a refresh changes of the gifts that count.
create view dons_comptes_ecarts as
select signe, order_date, order_amount, campagne, media, origine, produit
from dons_ecarts;
