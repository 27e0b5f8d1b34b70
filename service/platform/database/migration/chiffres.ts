import type { SqlFile } from './files'

/** What the comments on top of a file of `chiffres/` say of its figure. */
interface Entete {
  /** Its name on screen while it is refreshed; a figure without one is kept up to date by the refresh of the facts. */
  nom: string | undefined
  /** It changes with the horizon, not with its donors alone: every refresh computes it whole. */
  entier: boolean
  cle: string[]
  sommes: string[]
}

function readEntete({ place, text }: SqlFile): Entete {
  const lines = new Map(
    [...text.matchAll(/^-- (\S+) : (.+)$/gm)].map(([, field, value]) => [field, value]),
  )
  const list = (field: string) => {
    const value = lines.get(field)
    if (value === undefined) throw new Error(`migrations/${place}.sql: no line "-- ${field} : …"`)
    return value.split(', ')
  }
  return {
    nom: lines.get('nom'),
    entier: lines.get('entier') === 'toujours',
    cle: list('clé'),
    sommes: list('sommes'),
  }
}

/** Amounts are exact numbers of euros, all else counts. */
const typeOf = (somme: string) => (somme.startsWith('montant') ? 'numeric' : 'bigint')

/**
 * The objects of a figure x, which its file writes once: `x_calcul`, its question; `x_entier`, a materialized view, its
 * answer at the last whole refresh; `x_ecarts`, a table, what refreshes changed since; `x`, the two together, as
 * published; and `x_a_jour`, that with what was decided about donors since. A figure that is always computed whole is
 * materialized as `x`; one that is kept elsewhere is not at all.
 */
export function objectsOf(file: SqlFile): { name: string; text: string }[] {
  const { name, text } = file
  const { nom, entier, cle, sommes } = readEntete(file)
  const key = cle.join(', ')
  const columns = [...cle, ...sommes].join(', ')
  const typed = (value: (somme: string) => string) =>
    [...cle, ...sommes.map((somme) => `${value(somme)}::${typeOf(somme)} as ${somme}`)].join(', ')
  const sum = (somme: string) => `sum(${somme})`
  const summed = (parts: string[]) => `select ${typed(sum)}
from (
${parts.map((part) => `  select ${columns} from ${part}`).join('\n  union all\n')}
) as parts
group by ${key}
having row(${sommes.map(sum).join(', ')}) <> row(${sommes.map(() => '0').join(', ')});`
  const published = `
select ${typed((somme) => somme)}
from ${name}_calcul
where ensemble = 'publies';`
  const materialized = (view: string) => ({
    name: view,
    text: `create materialized view ${view} as${published}

create unique index ${view}_cle on ${view} (${key});

comment on materialized view ${view} is '${nom?.replaceAll("'", "''")}';`,
  })
  const kept = `${name}_entier`
  const ecarts = `${name}_ecarts`
  const since = `decides_depuis(null::${name}_calcul)`
  const objects = [
    {
      name: `${name}_calcul`,
      text: text.replace(/^(?=[^-])/m, `create view ${name}_calcul as\n`),
    },
  ]
  if (nom === undefined) objects.push({ name, text: `create view ${name} as${published}` })
  else if (entier) objects.push(materialized(name))
  else
    objects.push(
      {
        name: ecarts,
        text: `create table ${ecarts} as${published.replace(/;$/, '')}
with no data;

create unique index ${ecarts}_cle on ${ecarts} (${key});

comment on table ${ecarts} is 'Écarts';`,
      },
      // Where either is missing the answer is whole again, and nothing has changed since.
      { name: kept, text: `${materialized(kept).text}\n\ndelete from ${ecarts};` },
      { name, text: `create view ${name} as\n${summed([kept, ecarts])}` },
    )
  const parts = nom === undefined || entier ? [name] : [kept, ecarts]
  return [
    ...objects,
    { name: `${name}_a_jour`, text: `create view ${name}_a_jour as\n${summed([...parts, since])}` },
  ]
}
