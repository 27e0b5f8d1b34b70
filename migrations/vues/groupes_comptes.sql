-- What summaries of groups are sums of: the groups as published, and those of the contacts who were excluded or
-- reinstated since.
create view groupes_comptes as
select 'publies' as ensemble, donateurs_groupes.*
from donateurs_groupes
union all
select *
from decides_depuis(null::donateurs_groupes_calcul)
union all
select *
from donateurs_groupes_calcul
where ensemble = 'ecarts';
