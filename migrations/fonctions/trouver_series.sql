-- The series in the gifts of one donor, given once an amount and day, by amount, then by day. A run is of one amount: it
-- goes from gift to gift by the steps of its pace, its days of the month near the first's (not of a yearly one). One gift
-- may be missing in a step, and one of that amount that does not fit stand in it, but no more often, up to then, than steps
-- were without, and once more. A run of two gifts yields to one that begins with its second. Then a run goes on another
-- of its pace that ended one step before, or two: a lasting change of amount, as both have two gifts or more. What has
-- one amount three times running is a series, and one gift of another amount may stand before it. Its questions are planned once: with each donor's gifts as constants that
-- costs three times all else.
create function trouver_series(jours date[], montants numeric[])
returns table (rythme smallint, dates date[], sommes numeric[])
language plpgsql immutable parallel safe
set plan_cache_mode = force_generic_plan
as $$
declare
  nombre constant integer := cardinality(jours);
  -- Of each run its pace, and its first and latest gift.
  pas integer[] := '{}';
  premiers integer[] := '{}';
  derniers integer[] := '{}';
  origines integer[];
  continuees boolean[];
  -- The run of each gift, or 0.
  suites integer[] := array_fill(0, array[nombre]);
  suite integer;
  continuee integer;
  depart integer := 1;
  dernier integer;
  passe boolean;
  attente boolean := false;
  longs integer[];
  membres integer[];
  allure integer;
  un_pas integer;
  irreguliers integer;
  premier integer;
begin
  while depart <= nombre loop
    membres := array[depart];
    dernier := depart;
    allure := null;
    passe := false;
    irreguliers := 0;
    for un in depart + 1 .. nombre loop
      exit when montants[un] <> montants[depart];
      un_pas := pas_regulier(jours[un] - jours[dernier]);
      if un_pas is not null
        and (allure is null or allure = abs(un_pas))
        and (un_pas > 0 and not passe or 2 * irreguliers < cardinality(membres))
        and (abs(un_pas) = 12 or meme_quantieme(jours[depart], jours[un]))
      then
        allure := abs(un_pas);
        irreguliers := irreguliers + (un_pas < 0 or passe)::integer;
        membres := membres || un;
        dernier := un;
        passe := false;
      else
        exit when passe or jours[un] - jours[dernier] > 746;
        passe := true;
      end if;
    end loop;
    if allure is null then
      attente := false;
      depart := depart + 1;
    else
      suite := cardinality(pas) + case when attente then 0 else 1 end;
      if attente then
        suites[premiers[suite]] := 0;
        suites[derniers[suite]] := 0;
      end if;
      pas[suite] := allure;
      premiers[suite] := depart;
      derniers[suite] := dernier;
      foreach un_pas in array membres loop
        suites[un_pas] := suite;
      end loop;
      attente := cardinality(membres) = 2;
      if not attente then
        longs := membres;
      end if;
      depart := case when attente then dernier else dernier + 1 end;
    end if;
  end loop;

  if longs is null then
    return;
  end if;
  if cardinality(pas) = 1 then
    rythme := pas[1];
    foreach un_pas in array longs loop
      dates := dates || jours[un_pas];
      sommes := sommes || montants[un_pas];
    end loop;
    premier := premier_don_autre(jours, montants, suites, rythme, dates, sommes[1]);
    if premier is not null then
      dates := jours[premier] || dates;
      sommes := montants[premier] || sommes;
    end if;
    return next;
    return;
  end if;

  -- A run goes on another, which nothing else goes on: `origines` says with which run its series began.
  origines := array(select generate_subscripts(pas, 1));
  continuees := array_fill(false, array[cardinality(pas)]);
  for suite in
    select une from generate_subscripts(pas, 1) as une order by jours[premiers[une]], montants[premiers[une]]
  loop
    depart := premiers[suite];
    select avant
    into continuee
    from generate_subscripts(pas, 1) as avant
    where not continuees[avant]
      and pas[avant] = pas[suite]
      and abs(pas_regulier(jours[depart] - jours[derniers[avant]])) = pas[suite]
      and montants[derniers[avant]] <> montants[depart]
      and (
        pas[suite] = 12
        or not exists (
          select
          from generate_series(depart, derniers[suite]) as un
          where suites[un] = suite and not meme_quantieme(jours[premiers[origines[avant]]], jours[un])
        )
      )
    order by jours[derniers[avant]] desc, abs(montants[derniers[avant]] - montants[depart]), montants[derniers[avant]]
    limit 1;
    if found then
      continuees[continuee] := true;
      origines[suite] := origines[continuee];
    end if;
  end loop;

  for rythme, dates, sommes in
    select
      pas[origine]::smallint,
      array_agg(jours[un] order by jours[un]),
      array_agg(montants[un] order by jours[un])
    from (
      select
        un,
        origines[suites[un]] as origine,
        count(*) over (partition by suites[un]) as de_la_suite
      from generate_series(1, nombre) as un
      where suites[un] > 0
    ) as rangees
    group by origine
    having max(de_la_suite) >= 3
    order by jours[premiers[origine]], montants[premiers[origine]]
  loop
    premier := premier_don_autre(jours, montants, suites, rythme, dates, sommes[1]);
    if premier is not null then
      suites[premier] := cardinality(pas) + 1;
      dates := jours[premier] || dates;
      sommes := montants[premier] || sommes;
    end if;
    return next;
  end loop;
end
$$;
