import type { SqlFile } from './files'

/** What the comments on top of a file of `chiffres/` say of its figure. */
interface Entete {
  /** Its name on screen while it is refreshed; a figure without one is kept up to date by the refresh of the facts. */
  nom: string | undefined
  cle: string[]
  sommes: string[]
}

function readEntete({ place, text }: SqlFile): Entete {
  const find = (field: string) => new RegExp(`^-- ${field} : (.+)$`, 'm').exec(text)?.[1]
  const list = (field: string) => {
    const found = find(field)
    if (found === undefined) throw new Error(`migrations/${place}.sql: no line "-- ${field} : …"`)
    return found.split(', ')
  }
  return { nom: find('nom'), cle: list('clé'), sommes: list('sommes') }
}

/** Amounts are exact numbers of euros, all else counts. */
const typeOf = (somme: string) => (somme.startsWith('montant') ? 'numeric' : 'bigint')

/**
 * The views of a figure x, which its file writes once: `x_calcul`, its question; `x`, its answer as published,
 * materialized unless it is kept elsewhere; and `x_a_jour`, that answer with what was decided about donors since.
 */
export function viewsOf(file: SqlFile): { name: string; text: string }[] {
  const { name, text } = file
  const { nom, cle, sommes } = readEntete(file)
  const key = cle.join(', ')
  const columns = [...cle, ...sommes].join(', ')
  const typed = (value: (somme: string) => string) =>
    [...cle, ...sommes.map((somme) => `${value(somme)}::${typeOf(somme)} as ${somme}`)].join(', ')
  const sum = (somme: string) => `sum(${somme})`
  const published = `view ${name} as
select ${typed((somme) => somme)}
from ${name}_calcul
where ensemble = 'publies';`
  return [
    {
      name: `${name}_calcul`,
      text: text.replace(/^(?=[^-])/m, `create view ${name}_calcul as\n`),
    },
    {
      name,
      text:
        nom === undefined
          ? `create ${published}`
          : `create materialized ${published}

create unique index ${name}_cle on ${name} (${key});

comment on materialized view ${name} is '${nom.replaceAll("'", "''")}';`,
    },
    {
      name: `${name}_a_jour`,
      text: `create view ${name}_a_jour as
select ${typed(sum)}
from (
  select ${columns} from ${name}
  union all
  select ${columns} from decides_depuis(null::${name}_calcul)
) as parts
group by ${key}
having row(${sommes.map(sum).join(', ')}) <> row(${sommes.map(() => '0').join(', ')});`,
    },
  ]
}
