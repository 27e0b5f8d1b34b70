import type { Explication } from '#contract/controles'
import { capital, formatInstant, formatMoney, MONTH_NAMES } from '#figures/format'
import { DecisionForm } from '../../../forms/decision-form'
import { Alert } from '../../../ui/alert'
import { DataTable } from '../../../ui/data-table'
import { SelectField, TextField } from '../../../ui/field'
import { Section } from '../../../ui/page'
import { showSigned, type ShownTable } from '../../../ui/table'
import { Unlisted } from '../../../ui/unlisted'

interface Props {
  totaux: ShownTable
  saisies: ShownTable
  /** What can be withdrawn: the form's value and the words. */
  retirables: [string, string][]
  ecart: Gap | null
}

/** A year's gap, null where only months were noted, and what may explain it. */
interface Gap {
  annee: number
  ecart: number | null
  explication: Explication | null
  /** The gaps that can be explained: the form's value and the words. */
  ouverts: [string, string][]
  mois: ShownTable
  explications: ShownTable
}

/** The treasurer's part: note a total, see the gap, and what may explain it. */
export function Accounts({ totaux, saisies, retirables, ecart }: Props) {
  return (
    <>
      <Section title="Comparer avec la comptabilité">
        <p className="mention">
          Saisissez le total des dons d’une année, ou d’un mois, selon la comptabilité&nbsp;:
          l’écart avec le Dashboard reste affiché, avec le nom et la date. Le dernier total saisi
          d’une période compte, les précédents sont gardés&nbsp;: corriger, c’est saisir à nouveau,
          et retirer se fait avec un nom et un motif.
        </p>
        <TotalForm annee={ecart?.annee} />
        {totaux.rows.length > 0 && <DataTable table={totaux} />}
      </Section>
      {ecart && <Explained {...ecart} />}
      {saisies.rows.length > 0 && (
        <Section title="Retirer un total, et toutes les saisies">
          {retirables.length > 0 && <WithdrawForm retirables={retirables} />}
          <DataTable table={saisies} />
        </Section>
      )}
    </>
  )
}

function Explained({ annee, ecart, explication, ouverts, mois, explications }: Gap) {
  return (
    <Section title={`L’écart de ${annee}`} id="ecart">
      {ecart === null ? null : ecart === 0 ? (
        <Alert tone="success">
          <p>La comptabilité et le Dashboard ont le même total, au centime.</p>
        </Alert>
      ) : (
        <Alert
          tone={explication ? 'information' : 'warning'}
          title={`Écart de ${annee}\u00A0: ${showSigned(ecart, 'montant')}`}
        >
          <p>
            La comptabilité a {formatMoney(Math.abs(ecart))} de {ecart > 0 ? 'plus' : 'moins'} que
            le Dashboard.{' '}
            {explication
              ? `Écart expliqué par ${explication.explique_par} le ${formatInstant(explication.explique_le)}\u00A0: ${explication.raison}`
              : ecart > 0
                ? 'Cherchez ce que le Dashboard ne compte pas.'
                : 'Cherchez ce que le Dashboard compte en trop.'}
          </p>
        </Alert>
      )}
      {ouverts.length > 0 && <ExplainForm ouverts={ouverts} />}
      <div className="side-by-side">
        <DataTable table={mois} />
        <DataTable table={explications} />
      </div>
      <Unlisted>
        Les lignes rejetées n’ont ni date ni montant sûrs&nbsp;: le fichier des rejets les montre.
        Celles d’un fichier qui va au-delà de l’année y sont toutes.
      </Unlisted>
    </Section>
  )
}

const WHOLE_YEAR: [string, string] = ['', 'Année entière']
const MONTHS: [string, string][] = MONTH_NAMES.map((name, index) => [
  String(index + 1),
  capital(name),
])

/** Who notes or withdraws a total. */
const NAME = { name: 'saisi_par' }

function TotalForm({ annee }: { annee: number | undefined }) {
  return (
    <DecisionForm name={NAME} button="Noter ce total">
      <TextField label="Année" name="annee" value={annee === undefined ? '' : String(annee)} />
      <SelectField label="Mois" name="mois" value="" choices={[WHOLE_YEAR, ...MONTHS]} />
      <TextField label="Total (€)" name="montant" value="" />
    </DecisionForm>
  )
}

function WithdrawForm({ retirables }: Pick<Props, 'retirables'>) {
  return (
    <DecisionForm name={NAME} button="Retirer ce total">
      <SelectField
        label="Total à retirer"
        name="annee"
        value={retirables[0]?.[0]}
        choices={retirables}
      />
      <TextField label="Motif du retrait" name="motif" value="" />
    </DecisionForm>
  )
}

function ExplainForm({ ouverts }: Pick<Gap, 'ouverts'>) {
  return (
    <DecisionForm
      name={NAME}
      button="Écart expliqué"
      reason={{ label: 'Ce qui l’explique', required: true }}
    >
      <SelectField label="Écart" name="periode" value={ouverts[0]?.[0]} choices={ouverts} />
    </DecisionForm>
  )
}
