-- The query of what publications keep of a view: its rows, of a view by code those of the 200 largest codes of its year and
-- axis each and those of all others together, under the code '' that no gift bears. A publication is kept for
-- ever: what it weighs may not grow with the codes of a file.
create function lignes_publiees(vue text) returns text
language sql immutable
as $$
  select coalesce(
    (
      select format(
        $question$
          select %2$s, case when rang <= 200 then %3$I else '' end as %3$I, %4$s
          from (
            select *, dense_rank() over (partition by %1$s order by poids desc, %3$I collate "C") as rang
            from (select *, sum(%5$s) over (partition by %1$s, %3$I) as poids from %6$I) as peses
          ) as ranges
          group by %2$s, case when rang <= 200 then %3$I else '' end$question$,
        portee,
        cles,
        code,
        (select string_agg(format('sum(%1$I) as %1$I', mesure), ', ') from unnest(mesures) as mesure),
        poids,
        vue
      )
      from (
        values
          ('comptes_a_date', 'axe, annee', 'axe, annee', 'code', 'nouveaux + anciens', array['nouveaux', 'anciens']),
          ('nouveaux_anciens_origines', 'annee', 'annee', 'origincode_code', 'nouveaux + anciens', array['nouveaux', 'anciens']),
          ('ventilation_donateurs', 'axe, annee', 'axe, annee', 'code', 'donateurs', array['donateurs', 'nouveaux']),
          ('ventilation_mois', 'axe, annee', 'axe, annee, mois', 'code', 'montant', array['nombre', 'montant'])
      ) as par_code (nom, portee, cles, code, poids, mesures)
      where nom = vue
    ),
    format('select * from %I', vue)
  )
$$;
