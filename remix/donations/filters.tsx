import { SHORT_MONTHS } from '#figures/format'
import type { Fault, Filters } from '../filters.server'
import { SelectField, TextField } from '../ui/field'
import { FilterForm } from '../ui/filter-form'

interface Props {
  annee: number
  details: boolean
  /** As the address has them, and those that the list is under. */
  asked: Filters
  fault: Fault | null
  /** The amount bands, each with its title. */
  tranches: [string, string][]
}

const monthName = (month: string | undefined) => SHORT_MONTHS[Number(month) - 1] ?? ''

/** `Juin`, or `Jan à Juin` of `1-6`. */
const monthsName = (mois: string): string => mois.split('-').map(monthName).join(' à ')

const MONTHS = SHORT_MONTHS.map((name, at): [string, string] => [String(at + 1), name])

/** The months to choose from, and those of the address if they are several. */
const monthChoices = (mois: string | undefined): [string, string][] => [
  ['', 'Toute l’année'],
  ...MONTHS,
  ...(mois?.includes('-') ? [[mois, monthsName(mois)] as [string, string]] : []),
]

/** Narrows the list of the gifts of a year. */
export function DonationFilters({ annee, details, asked, fault, tranches }: Props) {
  const kept = { annee: String(annee), ...(details && { details: '1' }) }
  const isNarrowed = Object.keys(asked).length > 0
  const field = (name: string) => ({
    name,
    value: asked[name],
    fault: fault?.champ === name ? fault.sentence : undefined,
  })
  return (
    <FilterForm
      title="Filtrer"
      values={asked}
      kept={kept}
      clear={isNarrowed ? `/donations?${new URLSearchParams(kept)}` : undefined}
      isFaulty={fault !== null}
    >
      <SelectField label="Mois" {...field('mois')} choices={monthChoices(asked['mois'])} />
      <SelectField
        label="Montant (€)"
        {...field('tranche')}
        choices={[['', 'Tous'], ...tranches]}
      />
      <TextField label="Contact" {...field('contact_id')} />
      <TextField label="Code média" {...field('media')} />
      <TextField label="Code campagne" {...field('campagne')} />
      <TextField label="Code origine" {...field('origine')} />
      <TextField label="Code produit" {...field('produit')} />
      <SelectField
        label="Statistiques"
        {...field('dons')}
        choices={[
          ['', 'Toutes les donations'],
          ['1', 'Comptées'],
          ['0', 'Hors statistiques'],
        ]}
      />
    </FilterForm>
  )
}
