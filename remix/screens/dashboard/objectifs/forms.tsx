import { DecisionForm } from '../../../forms/decision-form'
import { SelectField, TextField } from '../../../ui/field'

const MESURES: [string, string][] = [
  ['montant', 'Montant (€)'],
  ['donateurs', 'Donateurs'],
  ['nouveaux', 'Nouveaux donateurs'],
]

interface Props {
  annee: number
  familles: readonly string[]
}

/** Sets an aim of a year, or without a value withdraws it. */
export function AimForm({ annee, familles }: Props) {
  return (
    <DecisionForm name={{ name: 'saisi_par' }} button="Noter cet objectif">
      <TextField label="Année" name="annee" value={String(annee)} />
      <SelectField label="Mesure" name="mesure" value="montant" choices={MESURES} />
      <TextField label="Famille (toutes si vide)" name="famille" value="" suggested={familles} />
      <TextField label="Objectif (vide pour le retirer)" name="valeur" value="" />
    </DecisionForm>
  )
}
