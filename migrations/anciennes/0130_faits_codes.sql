-- The codes of a donor's gifts of a year: those of the first, and of the others where they differ from it.
alter table faits_donateurs
  add column premiere_campagne text,
  add column premier_produit text,
  add column autres_campagnes text[],
  add column autres_medias text[],
  add column autres_origines text[],
  add column autres_produits text[];
