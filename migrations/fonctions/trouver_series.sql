-- The series in the gifts of one donor, given once an amount and day, by amount, then by day. A run is of one amount: it
-- goes from gift to gift by the steps of its pace, its days of the month near the first's (not of a yearly one). One gift
-- that does not fit may stand between two, or one may be missing; but not twice running. A run of two gifts yields to one
-- that begins with its second. Then a run goes on another of its pace that ended one step before, or two: a lasting
-- change of amount, as both have two gifts or more. What has three gifts or more is a series.
create function trouver_series(jours date[], montants numeric[])
returns table (rythme smallint, dates date[], sommes numeric[])
language plpgsql immutable parallel safe
as $$
declare
  nombre constant integer := cardinality(jours);
  -- Of each run its pace, its gifts, and whether its first and its latest step are irregular.
  pas integer[] := '{}';
  premiers integer[] := '{}';
  derniers integer[] := '{}';
  debuts_irreguliers boolean[] := '{}';
  fins_irregulieres boolean[] := '{}';
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
  membres integer[];
  allure integer;
  un_pas integer;
  irregulier boolean;
  debut_irregulier boolean;
  fin_irreguliere boolean;
begin
  while depart <= nombre loop
    membres := array[depart];
    dernier := depart;
    allure := null;
    passe := false;
    debut_irregulier := false;
    fin_irreguliere := false;
    for un in depart + 1 .. nombre loop
      exit when montants[un] <> montants[depart];
      un_pas := pas_regulier(jours[un] - jours[dernier]);
      irregulier := passe or un_pas < 0;
      if un_pas is not null
        and (allure is null or allure = abs(un_pas))
        and not (irregulier and fin_irreguliere)
        and (abs(un_pas) = 12 or meme_quantieme(jours[depart], jours[un]))
      then
        allure := abs(un_pas);
        membres := membres || un;
        if dernier = depart then
          debut_irregulier := irregulier;
        end if;
        fin_irreguliere := irregulier;
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
      debuts_irreguliers[suite] := debut_irregulier;
      fins_irregulieres[suite] := fin_irreguliere;
      foreach un_pas in array membres loop
        suites[un_pas] := suite;
      end loop;
      attente := cardinality(membres) = 2;
      depart := case when attente then dernier else dernier + 1 end;
    end if;
  end loop;

  -- A run goes on another, which nothing else goes on: `origines` says with which run its series began.
  origines := array(select generate_subscripts(pas, 1));
  continuees := array_fill(false, array[cardinality(pas)]);
  if cardinality(pas) > 1 then
    for suite in
      select une from generate_subscripts(pas, 1) as une order by jours[premiers[une]], montants[premiers[une]]
    loop
      depart := premiers[suite];
      select avant
      into continuee
      from generate_subscripts(pas, 1) as avant
      cross join pas_regulier(jours[depart] - jours[derniers[avant]]) as saut
      where not continuees[avant]
        and abs(saut) = pas[suite] and pas[avant] = pas[suite]
        and montants[derniers[avant]] <> montants[depart]
        and not (saut < 0 and (fins_irregulieres[avant] or debuts_irreguliers[suite]))
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
  end if;

  return query
  select pas[origine]::smallint, array_agg(jours[un] order by jours[un]), array_agg(montants[un] order by jours[un])
  from generate_series(1, nombre) as un
  cross join lateral (select origines[suites[un]] as origine) as celle
  where suites[un] > 0
  group by origine
  having count(*) >= 3;
end
$$;
