-- donateurs_par_jour with what was decided about donors since: whoever reads it adds up.
create view donateurs_par_jour_a_jour as
select annee, jour, recul, nombre from donateurs_par_jour
union all
select annee, jour, recul, nombre from donateurs_par_jour_calcul where ensemble = 'changes';
