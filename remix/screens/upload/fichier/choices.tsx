import { plural } from '#figures/format'
import { SelectField } from '../../../ui/field'
import { useElementId } from '../../../ui/id'
import { Section } from '../../../ui/page'
import { columnName } from './columns'
import type { ReadingPage } from './read.server'
import {
  CONSTANTES,
  FUSEAUX,
  IDENTITES,
  JOURS,
  PAR_COMMANDE,
  PAR_RANG,
  SANS_IDENTITE,
} from './words'

type Props = Pick<ReadingPage, 'file' | 'draft'> & { columns: ReadingPage['rest'] }

/** What makes a gift and a donor, and how the file writes days. */
export function Choices({ file, draft, columns }: Props) {
  return (
    <>
      <fieldset className="choices">
        <legend>Le don et le donateur</legend>
        <Key draft={draft} columns={columns} />
        <Identity draft={draft} />
        <SelectField
          label="Quand rien ne dit qui a donné"
          name="sans_identite"
          value={draft.sans_identite}
          choices={SANS_IDENTITE.map(([value, text]) => [value, text])}
        />
        <Prefix value={draft.prefixe} />
      </fieldset>
      <fieldset className="choices">
        <legend>Les dates</legend>
        <SelectField
          label="Écriture des jours"
          name="jours"
          value={draft.jours}
          choices={JOURS.map(([value, text]) => [value, text])}
        />
        <SelectField
          label="Heure de l’outil"
          name="fuseau"
          value={draft.fuseau}
          choices={FUSEAUX.map(([value, text]) => [value, text])}
        />
      </fieldset>
      <fieldset className="choices">
        <legend>Pour tous les dons du fichier</legend>
        <p className="mention">
          Ce que le fichier ne dit pas, mis sur chacun de ses dons&nbsp;: par exemple le nom du
          formulaire en ligne comme campagne.
        </p>
        {CONSTANTES.map(([field, text]) => (
          <Text
            key={field}
            label={text}
            name={`constante-${field}`}
            value={draft.constantes[field] ?? ''}
            maxLength={100}
          />
        ))}
      </fieldset>
      <fieldset className="choices">
        <legend>Où commencer à lire</legend>
        {file.feuilles.length > 1 && (
          <SelectField
            label="Feuille"
            name="feuille"
            value={file.feuille ?? ''}
            choices={file.feuilles.map((name) => [name, name])}
          />
        )}
        <Text
          label="Ligne des titres de colonnes"
          name="ligne_entete"
          value={String(draft.ligne)}
          inputMode="numeric"
        />
        {file.feuille === null && <ShortRows draft={draft} />}
      </fieldset>
    </>
  )
}

/** Rows of a CSV that end before the header does. */
function ShortRows({ draft }: Pick<Props, 'draft'>) {
  const id = useElementId()
  return (
    <p className="check">
      <input id={id} type="checkbox" name="courtes" value="1" defaultChecked={draft.completer} />
      <label htmlFor={id}>Compléter les lignes courtes</label>
    </p>
  )
}

/** What makes two rows the same gift. */
function Key({ draft, columns }: Pick<Props, 'draft' | 'columns'>) {
  const id = useElementId()
  return (
    <div className="field">
      <label htmlFor={id}>Un don, c’est</label>
      <select id={id} name="cle" defaultValue={String(draft.cle)}>
        <option value={PAR_COMMANDE}>une commande, le même jour</option>
        <option value={PAR_RANG}>un donateur, un jour, un montant</option>
        <optgroup label="une valeur de la colonne">
          {columns.map((column) => (
            <option key={column.place} value={column.place}>
              {columnName(column)}
            </option>
          ))}
        </optgroup>
      </select>
      <p className="mention">
        Les lignes d’une commande, le même jour, s’additionnent. Une colonne convient si aucune
        valeur n’y revient deux fois&nbsp;: un numéro de paiement, de don. Sans aucun numéro, le
        deuxième don égal d’un donateur le même jour est reconnu à son rang&nbsp;: exportez alors
        des jours entiers, et toujours de la même façon.
      </p>
    </div>
  )
}

function Identity({ draft }: Pick<Props, 'draft'>) {
  const id = useElementId()
  return (
    <div className="field" role="group" aria-labelledby={id}>
      <p id={id} className="field-label">
        Un donateur se reconnaît à
      </p>
      {IDENTITES.map(([kind, text]) => (
        <p key={kind} className="check">
          <input
            id={`${id}-${kind}`}
            type="checkbox"
            name={`identite-${kind}`}
            value="1"
            defaultChecked={draft.identite.includes(kind)}
          />
          <label htmlFor={`${id}-${kind}`}>{text}</label>
        </p>
      ))}
      <p className="mention">Le premier que la ligne a. Celui qui manque au fichier ne gêne pas.</p>
      <p className="mention">
        Un nom complet se sépare à une virgule, aux capitales (DURAND Paul) ou, après une civilité,
        à une particule (Mme Zoé de la Tour). Dans le doute, et pour une société, tout est le nom.
      </p>
    </div>
  )
}

function Prefix({ value }: { value: string }) {
  return (
    <Text
      label="Préfixe des numéros"
      name="prefixe"
      value={value}
      maxLength={8}
      help={`Mis devant chaque numéro, pour que deux outils ne se confondent jamais\u00A0: ${value || 'HA'}-1234. Ne le changez plus après un premier import.`}
    />
  )
}

interface TextProps {
  label: string
  name: string
  value: string
  maxLength?: number
  inputMode?: 'numeric'
  help?: string
}

export function Text({ label, name, value, help, ...rules }: TextProps) {
  const id = useElementId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type="text"
        defaultValue={value}
        {...(help && { 'aria-describedby': `${id}-aide` })}
        {...rules}
      />
      {help && (
        <p id={`${id}-aide`} className="mention">
          {help}
        </p>
      )}
    </div>
  )
}

/** Asks for the day of dates that have none; without an answer their rows are rejected. */
export function SansJour({ lignes, draft }: { lignes: number; draft: ReadingPage['draft'] }) {
  return (
    <Section title="Des dates sans jour">
      <p>
        {lignes > 0 &&
          `${plural(lignes, 'ligne n’a', 'lignes n’ont')} qu’une année, ou une année et un mois. `}
        Sans jour choisi, leurs lignes sont rejetées.
      </p>
      <div className="card importing">
        <Text
          label="Jour des dates sans jour"
          name="jour_constant"
          value={draft.jourConstant ?? ''}
          maxLength={5}
          help="Par exemple 31/12. Une année seule reçoit ce jour, un mois le même jour du mois, ou son dernier s’il est plus court. Un jour à venir reste rejeté."
        />
        <p>
          <button type="submit" className="button">
            Relire avec ce jour
          </button>
        </p>
      </div>
    </Section>
  )
}
