-- A merge and a separation are causes too.
alter table publications_causes
  drop constraint publications_causes_nature_check,
  drop constraint publications_causes_check1,
  add constraint publications_causes_nature_check check (
    nature in ('DEPART', 'IMPORT', 'EXCLUSION', 'REINTEGRATION', 'FUSION', 'SEPARATION', 'AUTRE')
  ),
  add constraint publications_causes_check1 check (
    (nature in ('EXCLUSION', 'REINTEGRATION', 'FUSION', 'SEPARATION')) = (evenement is not null)
  );
