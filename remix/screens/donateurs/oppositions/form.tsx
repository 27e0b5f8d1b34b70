import { NATURES_OPPOSITION } from '#files/oppositions-columns'
import { NameField } from '../../../forms/decision-form'
import { RAISON_MAX } from '../../../forms/operation'
import { SelectField, TextArea, TextField } from '../../../ui/field'
import { useElementId } from '../../../ui/id'
import { Fields } from '../../../ui/written'

const NOTED = 'Noter ces oppositions'

interface Props {
  /** Whom the address names, if anybody. */
  contact: string
  /** Today. */
  jour: string
}

/** A native form: a file travels without a script. */
export function OppositionForm({ contact, jour }: Props) {
  const id = useElementId()
  return (
    <form method="post" encType="multipart/form-data" className="card decision">
      <Fields form={NOTED}>
        <NameField />
        <TextArea
          label="Numéros de contact ou e-mails, un par ligne"
          name="texte"
          value={contact}
          rows={5}
        />
        <div className="field">
          <label htmlFor={id}>ou un fichier (.csv, .txt)</label>
          <input id={id} type="file" name="fichier" accept=".csv,.txt,text/csv,text/plain" />
        </div>
        <SelectField
          label="Nature"
          name="nature"
          value=""
          choices={[
            ['', 'Choisissez'],
            ...Object.entries(NATURES_OPPOSITION).filter(([nature]) => nature !== 'effacement'),
          ]}
        />
        <TextField label="Depuis le" name="jour" type="date" value={jour} />
        <TextArea
          label="Pourquoi&#8239;? (sans nommer personne&nbsp;: la raison ne s’efface pas)"
          name="raison"
          value=""
          maxLength={RAISON_MAX}
        />
      </Fields>
      <div className="fields">
        <button type="submit" className="button">
          {NOTED}
        </button>
      </div>
    </form>
  )
}
