-- The codes that the new and existing donors of a year are told by, beside those of the year before: the media code of the
-- first gift ever (`media`, new donors alone) or the origin code of the first gift of the year (`origine`). The largest of
-- the year come first: rang 1, 2, …
create view nouveaux_rangs_a_jour as
select
  axe,
  annee,
  code,
  sum(nouveaux_current)::bigint as nouveaux_current,
  sum(nouveaux_previous)::bigint as nouveaux_previous,
  sum(anciens_current)::bigint as anciens_current,
  sum(anciens_previous)::bigint as anciens_previous,
  row_number() over (
    partition by axe, annee
    order by
      sum(nouveaux_current + anciens_current) desc,
      sum(nouveaux_previous + anciens_previous) desc,
      code collate "C"
  ) as rang
from (
  select
    'media' as axe,
    annee + suite as annee,
    code,
    case suite when 0 then nouveaux else 0 end as nouveaux_current,
    case suite when 1 then nouveaux else 0 end as nouveaux_previous,
    0 as anciens_current,
    0 as anciens_previous
  from ventilation_donateurs_a_jour
  cross join (values (0), (1)) as suites (suite)
  where ventilation_donateurs_a_jour.axe = 'media' and nouveaux > 0
  union all
  select
    'origine',
    annee + suite,
    origincode_code,
    case suite when 0 then nouveaux else 0 end,
    case suite when 1 then nouveaux else 0 end,
    case suite when 0 then anciens else 0 end,
    case suite when 1 then anciens else 0 end
  from nouveaux_anciens_origines_a_jour
  cross join (values (0), (1)) as suites (suite)
) as codes
group by axe, annee, code;
