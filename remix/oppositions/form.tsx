import { NATURES_OPPOSITION } from '#files/oppositions-words'
import { NameField } from '../exclusions/decision-form'
import { RAISON_MAX } from '../exclusions/operation'
import { SelectField, TextArea, TextField } from '../ui/field'
import { useElementId } from '../ui/id'
import { Fields } from '../ui/written'

export interface Written {
  texte: string
  nature: string
  jour: string
  raison: string
}

const NOTED = 'Noter ces oppositions'

/** A native form: a file travels without a script. */
export function OppositionForm({ written }: { written: Written }) {
  const id = useElementId()
  return (
    <form method="post" encType="multipart/form-data" className="card decision">
      <Fields form={NOTED}>
        <TextArea
          label="Numéros de contact ou e-mails, un par ligne"
          name="texte"
          value={written.texte}
          rows={5}
        />
        <div className="field">
          <label htmlFor={id}>ou un fichier (.csv, .txt)</label>
          <input id={id} type="file" name="fichier" accept=".csv,.txt,text/csv,text/plain" />
        </div>
        <SelectField
          label="Nature"
          name="nature"
          value={written.nature}
          choices={[['', 'Choisissez'], ...Object.entries(NATURES_OPPOSITION)]}
        />
        <TextField label="Depuis le" name="jour" type="date" value={written.jour} />
        <TextArea
          label="Pourquoi&#8239;? (sans nommer personne&nbsp;: la raison ne s’efface pas)"
          name="raison"
          value={written.raison}
          maxLength={RAISON_MAX}
        />
        <NameField required />
      </Fields>
      <div className="fields">
        <button type="submit" className="button">
          {NOTED}
        </button>
      </div>
    </form>
  )
}
