import type { SqlFile } from './files'

/** What the comments on top of a file of `chiffres/` say of its figure. */
interface Entete {
  /** Its name on screen. */
  nom: string
  cle: string[]
  sommes: string[]
}

function readEntete({ place, text }: SqlFile): Entete {
  const line = (field: string): string => {
    const found = new RegExp(`^-- ${field} : (.+)$`, 'm').exec(text)?.[1]
    if (found === undefined) throw new Error(`migrations/${place}.sql: no line "-- ${field} : …"`)
    return found
  }
  const list = (field: string) => line(field).split(', ')
  return { nom: line('nom'), cle: list('clé'), sommes: list('sommes') }
}

/** Amounts are exact numbers of euros, all else counts. */
const typeOf = (somme: string) => (somme.startsWith('montant') ? 'numeric' : 'bigint')

/**
 * The objects of a figure x, which its file writes once: `x_calcul`, its question; the materialized view `x`, its
 * answer as published; and `x_a_jour`, that answer with what was decided about donors since.
 */
export function viewsOf(file: SqlFile): { name: string; text: string }[] {
  const { name, text } = file
  const { nom, cle, sommes } = readEntete(file)
  const columns = [...cle, ...sommes].join(', ')
  const cast = (somme: string, value = somme) => `${value}::${typeOf(somme)} as ${somme}`
  const sums = sommes.map((somme) => `sum(${somme})`)
  return [
    {
      name: `${name}_calcul`,
      text: text.replace(/^(?=[^-])/m, `create view ${name}_calcul as\n`),
    },
    {
      name,
      text: `create materialized view ${name} as
select ${[...cle, ...sommes.map((somme) => cast(somme))].join(', ')}
from ${name}_calcul
where ensemble = 'publies';

create unique index ${name}_cle on ${name} (${cle.join(', ')});

comment on materialized view ${name} is '${nom.replaceAll("'", "''")}';`,
    },
    {
      name: `${name}_a_jour`,
      text: `create view ${name}_a_jour as
select ${[...cle, ...sommes.map((somme, at) => cast(somme, sums[at]))].join(', ')}
from (
  select ${columns} from ${name}
  union all
  select ${columns} from decides_depuis(null::${name}_calcul)
) as parts
group by ${cle.join(', ')}
having row(${sums.join(', ')}) <> row(${sommes.map(() => '0').join(', ')});`,
    },
  ]
}
