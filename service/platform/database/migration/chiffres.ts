import { hashOf, readFiles, type SqlFile } from './files'

/** What the comments on top of a file of `chiffres/` say of its figure. */
interface Entete {
  /** Its name on screen while it is refreshed; a figure without one is kept up to date by the refresh of the facts. */
  nom: string | undefined
  /** It is of the published horizon: another one changes it too, see suivre_changements. */
  aLHorizon: boolean
  cle: string[]
  sommes: string[]
}

const linesOf = (text: string) =>
  new Map([...text.matchAll(/^-- (.+?) : (.+)$/gm)].map(([, field, value]) => [field, value]))

function readEntete({ place, text }: SqlFile): Entete {
  const lines = linesOf(text)
  const list = (field: string) => {
    const value = lines.get(field)
    if (value === undefined) throw new Error(`migrations/${place}.sql: no line "-- ${field} : …"`)
    return value.split(', ')
  }
  return {
    nom: lines.get('nom'),
    aLHorizon: lines.get('à l’horizon') === 'oui',
    cle: list('clé'),
    sommes: list('sommes'),
  }
}

/** Amounts are exact numbers of euros, all else counts. */
const typeOf = (somme: string) => (somme.startsWith('montant') ? 'numeric' : 'bigint')

/**
 * The objects of a figure x, which its file writes once: `x_calcul`, its question; `x_entier`, a materialized view, its
 * answer at the last whole refresh; `x_ecarts`, a table, what refreshes changed since; `x`, the two together, as
 * published; and `x_a_jour`, that with what was decided about donors since. One that is kept elsewhere is not
 * materialized.
 */
function objectsOf(file: SqlFile): { name: string; text: string }[] {
  const { name, text } = file
  const { nom, aLHorizon, cle, sommes } = readEntete(file)
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
  else
    objects.push(
      {
        name: ecarts,
        text: `create table ${ecarts} as${published.replace(/;$/, '')}
with no data;

create unique index ${ecarts}_cle on ${ecarts} (${key});

comment on table ${ecarts} is 'Écarts${aLHorizon ? ' à l’horizon' : ''}';`,
      },
      // Where either is missing the answer is whole again, and nothing has changed since.
      {
        name: kept,
        text: `create materialized view ${kept} as${published}

create unique index ${kept}_cle on ${kept} (${key});

comment on materialized view ${kept} is '${nom.replaceAll("'", "''")}';

delete from ${ecarts};`,
      },
      { name, text: `create view ${name} as\n${summed([kept, ecarts])}` },
    )
  const parts = nom === undefined ? [name] : [kept, ecarts]
  return [
    ...objects,
    { name: `${name}_a_jour`, text: `create view ${name}_a_jour as\n${summed([...parts, since])}` },
  ]
}

/** Reads the files of `vues/`, and the objects of each figure of `chiffres/`. */
export async function readViews(migrations: string): Promise<SqlFile[]> {
  const figures = (await readFiles(migrations, 'chiffres')).flatMap((file) =>
    objectsOf(file).map((object) => ({
      ...object,
      place: `vues/${object.name}`,
      hash: hashOf(object.text),
      source: file.place,
    })),
  )
  const files = await readFiles(migrations, 'vues')
  return [...files, ...figures].sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Which screens the figures, and what else is refreshed, are for, as their files say. */
export async function readRoles(migrations: string): Promise<ReadonlyMap<string, string>> {
  const folders = ['chiffres', 'vues'].map((folder) => readFiles(migrations, folder))
  return new Map(
    (await Promise.all(folders)).flat().flatMap(({ name, text }): [string, string][] => {
      const role = linesOf(text).get('rôle')
      return role === undefined ? [] : [[name, role]]
    }),
  )
}
