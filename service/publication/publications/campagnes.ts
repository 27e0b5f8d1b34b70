import { sql } from 'kysely'
import type {
  ChiffreCampagne,
  ChiffreSaisi,
  Contribution,
  Difference,
} from '#contract/publications'
import { formatCount, formatMoney } from '#figures/format'
import { centsOf } from '#figures/ratios'
import type { Db } from '../../platform/database/connect'
import { type Changement, SANS_TERMES, tellByPublication } from './par-publication'

/** Which view of publications has a figure, and in which column; `unit`: money in cents. */
const PUBLIES: Record<ChiffreCampagne, { vue: string; colonne: string; unit: number }> = {
  'campagne-montant': { vue: 'ventilation_mois', colonne: 'montant', unit: 100 },
  'campagne-donations': { vue: 'ventilation_mois', colonne: 'nombre', unit: 1 },
  'campagne-donateurs': { vue: 'ventilation_donateurs', colonne: 'donateurs', unit: 1 },
  'campagne-nouveaux': { vue: 'ventilation_donateurs', colonne: 'nouveaux', unit: 1 },
}

interface Demande<Asked> {
  chiffre: Asked
  annee: number
  code: string
  de: number
  a: number
}

/**
 * Explains by publication why what a campaign brought in a year differs. Only lines in which the code stands as JSON are
 * parsed: there are as many as codes, months and years.
 */
export async function readCampagne(
  tx: Db,
  { chiffre, annee, code, de, a }: Demande<ChiffreCampagne>,
): Promise<Difference> {
  const { vue, colonne, unit } = PUBLIES[chiffre]
  const { rows } = await sql<Changement>`
    with lignes as materialized (
      select ligne::jsonb as ligne, depuis, jusqua
      from publications_lignes
      where vue = ${vue} and strpos(ligne, to_jsonb(${code}::text)::text) > 0
    )
    select publication, sum(effet)::bigint as effet
    from lignes
    cross join lateral (select round((ligne ->> ${colonne})::numeric * ${unit}::integer) as nombre) as nombres
    cross join lateral (values (depuis, nombre), (jusqua, -nombre)) as effets (publication, effet)
    where ligne ->> 'axe' = 'campagne'
      and ligne ->> 'code' = ${code}
      and (ligne ->> 'annee')::integer = ${annee}
      and publication <= ${a}
    group by publication
    having sum(effet) <> 0
    order by publication`.execute(tx)
  return tellByPublication(tx, rows, { de, unit })
}

interface Version {
  par: string
  le: string
  valeur: number | null
  avant: boolean
}

/** What a version of the dictionary says, in words, and what was said before. */
function tellVersion(
  chiffre: ChiffreSaisi,
  par: string,
  [before, now]: [number | null, number | null],
) {
  const tell = (value: number) =>
    chiffre === 'campagne-cout' ? formatMoney(value) : `${formatCount(value)}\u00A0envois`
  const said = now === null ? 'plus rien' : tell(now)
  return `Dictionnaire, noté par ${par}\u00A0: ${said}${before === null ? ', pour la première fois' : ` au lieu de ${tell(before)}`}`
}

/**
 * Explains why what the dictionary says of a campaign in a financial year differs: every version with its author. Those
 * after the latest publication count in it, as screens show them at once.
 */
export async function readSaisie(
  tx: Db,
  { chiffre, annee, code, de, a }: Demande<ChiffreSaisi>,
): Promise<Difference> {
  const { rows } = await sql<Version>`
    select
      coalesce(identite, saisi_par) as par,
      to_char(saisi_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as le,
      case when exercice = ${annee} then ${sql.ref(chiffre === 'campagne-cout' ? 'cout' : 'envois')} end as valeur,
      saisi_le <= coalesce((select publie_le from publications where numero = ${de}), '-infinity') as avant
    from campagnes_versions
    where code = ${code}
      and (
        saisi_le <= (select publie_le from publications where numero = ${a})
        or ${a} = (select max(numero) from publications)
      )
    order by numero`.execute(tx)
  let now: number | null = null
  let avant = 0
  const contributions: Contribution[] = []
  for (const { par, le, valeur, avant: isBefore } of rows) {
    const before: number | null = now
    now = valeur
    const cumul = now ?? 0
    if (isBefore) avant = cumul
    else if (before !== now)
      contributions.push({
        le,
        cause: tellVersion(chiffre, par, [before, now]),
        lien: `/campagnes/dictionnaire?${new URLSearchParams({ code })}`,
        dons: null,
        effet: (centsOf(cumul) - centsOf(before ?? 0)) / 100,
        cumul,
        termes: null,
      })
  }
  const apres = now ?? 0
  const ecart = (centsOf(apres) - centsOf(avant)) / 100
  return { avant, apres, ecart, termes: SANS_TERMES, contributions }
}
