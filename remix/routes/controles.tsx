import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { controles, retirerTotal, saisirTotal, verifierControles } from '#contract/controles'
import { formatCount, formatInstant, plural } from '#figures/format'
import { keepName } from '../decideur.server'
import { DecisionForm, useFaults } from '../exclusions/decision-form'
import { redirectWith } from '../message.server'
import { asRefusal } from '../refusal.server'
import { call, failing, quietly } from '../service.server'
import {
  controlesParAnnee,
  groupsOf,
  readParAnnee,
  saisiesComptables,
  totauxComptables,
} from '../tables/controles.server'
import { Alert } from '../ui/alert'
import { DataTable } from '../ui/data-table'
import { Failure } from '../ui/failure'
import { SelectField, TextField } from '../ui/field'
import { Kpi, Kpis } from '../ui/kpi'
import { Empty, Page, Section } from '../ui/page'
import { pageTitle } from '../ui/page-title'
import { type Cell, showCell } from '../ui/table'
import { Unlisted } from '../ui/unlisted'

const TITLE = 'Contrôles'
const SUBTITLE = 'Fichiers, base, chiffres et journal disent-ils la même chose ?'
const PATH = '/upload/controles'

export async function loader({ request }: LoaderFunctionArgs) {
  const [found, annees] = await Promise.all([
    call(controles, {}, request).catch(failing('Erreur lors du chargement des contrôles')),
    readParAnnee(request).catch(quietly('années des contrôles')),
  ])
  const { calcule_le, entier_le, en_retard, concordants, total, suivi, comptabilite } = found
  return {
    calcule_le,
    entier_le,
    en_retard,
    concordants,
    total,
    groups: groupsOf(found),
    annees: annees && annees.length > 0 ? controlesParAnnee.build(annees) : null,
    suivi,
    anneesSaisies: comptabilite.map(({ annee }) => String(annee)),
    totaux: totauxComptables.build(found),
    saisies: saisiesComptables.build(found),
  }
}

/** Runs the controls, or records an accounting total or withdrawal; the screen reports the outcome. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData()
  const cookies = await keepName(form, 'saisi_par')
  try {
    const texte = await act(form, request)
    return await redirectWith(PATH, { ton: 'succes', texte }, cookies)
  } catch (error) {
    const { message, champ } = asRefusal(error)
    return redirectWith(PATH, { ton: 'erreur', texte: message, champ }, cookies)
  }
}

function act(form: FormData, request: Request): Promise<string> {
  if (form.has('motif')) return withdraw(form, request)
  return form.has('annee') ? noteTotal(form, request) : compare(request)
}

const textIn = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

async function withdraw(form: FormData, request: Request): Promise<string> {
  const body = {
    annee: textIn(form, 'annee'),
    motif: textIn(form, 'motif'),
    saisi_par: textIn(form, 'saisi_par'),
  }
  const { message } = await call(retirerTotal, { body }, request)
  return message
}

async function compare(request: Request): Promise<string> {
  const { concordants, total } = await call(verifierControles, {}, request)
  return `Tout a été comparé à nouveau\u00A0: ${said(concordants, total)}.`
}

async function noteTotal(form: FormData, request: Request): Promise<string> {
  const saisi_par = textIn(form, 'saisi_par').trim()
  const { message } = await call(
    saisirTotal,
    {
      body: {
        annee: textIn(form, 'annee'),
        montant: textIn(form, 'montant'),
        ...(saisi_par !== '' && { saisi_par }),
      },
    },
    request,
  )
  return `${message} L’écart paraît aussitôt ; le contrôle le compte dans quelques instants.`
}

const said = (concordants: number, total: number) =>
  `${plural(concordants, 'contrôle')} sur ${total} ${concordants > 1 ? 'concordants' : 'concordant'}`

export default function Controles() {
  const {
    calcule_le,
    entier_le,
    en_retard,
    concordants,
    total,
    groups,
    suivi,
    annees,
    anneesSaisies,
    totaux,
    saisies,
  } = useLoaderData<typeof loader>()
  return (
    <Page title={TITLE} subtitle={SUBTITLE} actions={<CompareButton />}>
      {calcule_le === null ? (
        <Empty>
          <p>
            Rien n’a encore été comparé : les contrôles se font après chaque calcul des chiffres.
          </p>
        </Empty>
      ) : (
        <>
          <Kpis>
            <Kpi
              label="Contrôles concordants"
              value={`${concordants} sur ${total}`}
              detail={`comparés le ${formatInstant(calcule_le)}`}
            />
          </Kpis>
          {suivi && <Suivi {...suivi} />}
          {entier_le !== null && entier_le !== calcule_le && (
            <p className="mention">
              Depuis, seuls les donateurs et les chiffres que le dernier calcul a changés ont été
              comparés&nbsp;: les contrôles qui recomptent tous les dons datent du{' '}
              {formatInstant(entier_le)}. Ils sont refaits toutes les heures, ou par « Comparer
              maintenant ».
            </p>
          )}
          {en_retard && (
            <Alert tone="information">
              <p>Les données ont changé depuis : tout sera comparé après le prochain calcul.</p>
            </Alert>
          )}
          {groups.map(({ groupe, table, concordants: states }) => (
            <DataTable
              key={groupe}
              table={table}
              render={{
                etat: (row) => <State concordant={states[row]} text={table.rows[row]?.[1]} />,
              }}
            />
          ))}
          {annees && (
            <>
              <Unlisted>
                Un contrôle additionne toutes les années, et souvent tous les axes&nbsp;: un don ou
                un donateur y compte plusieurs fois. Chaque année a ses listes, ci-dessous.
              </Unlisted>
              <DataTable table={annees} />
            </>
          )}
        </>
      )}
      <Section title="Comparer avec la comptabilité">
        <p className="mention">
          Saisissez le total des dons d’une année selon la comptabilité&nbsp;: l’écart avec le
          Dashboard reste affiché, avec le nom et la date. Le dernier total saisi d’une année
          compte, les précédents sont gardés&nbsp;: corriger, c’est saisir à nouveau, et retirer se
          fait avec un nom et un motif.
        </p>
        <TotalForm />
        {totaux.rows.length > 0 && (
          <>
            <DataTable table={totaux} />
            <WithdrawForm annees={anneesSaisies} />
          </>
        )}
        {saisies.rows.length > totaux.rows.length && <DataTable table={saisies} />}
      </Section>
    </Page>
  )
}

function CompareButton() {
  return (
    <Form method="post">
      <button type="submit" className="button">
        Comparer maintenant
      </button>
    </Form>
  )
}

/** Result of a control; an alert has none, and only calls for attention. */
function State({
  concordant,
  text,
}: {
  concordant: boolean | null | undefined
  text: Cell | undefined
}) {
  const tone = concordant === null ? 'information' : concordant ? 'success' : 'error'
  return <span className={`badge badge-${tone}`}>{showCell(text ?? null, 'texte')}</span>
}

/** Since when controls vouch for the stored gifts, and when all donors were last recounted. */
function Suivi({
  depuis,
  repris,
  recomptes_le,
}: {
  depuis: string
  repris: number
  recomptes_le: string | null
}) {
  return (
    <p className="mention">
      Ce que les imports écrivent est additionné depuis le {formatInstant(depuis)}&nbsp;: un don
      changé autrement depuis se voit
      {repris > 0 &&
        `, les ${formatCount(repris)}\u00A0dons enregistrés avant sont pris tels qu’ils étaient`}
      .{' '}
      {recomptes_le === null
        ? 'Les donateurs sont recomptés un à un, en continu.'
        : `Tous les donateurs ont été recomptés un à un, la dernière fois le ${formatInstant(recomptes_le)}.`}
    </p>
  )
}

function WithdrawForm({ annees }: { annees: string[] }) {
  const faultOf = useFaults()
  return (
    <DecisionForm
      name={{ name: 'saisi_par', fault: faultOf('saisi_par'), required: true }}
      button="Retirer ce total"
    >
      <SelectField
        label="Année à retirer"
        name="annee"
        value={annees[0]}
        choices={annees.map((annee) => [annee, annee])}
      />
      <TextField label="Motif du retrait" name="motif" value="" fault={faultOf('motif')} />
    </DecisionForm>
  )
}

function TotalForm() {
  const faultOf = useFaults()
  return (
    <DecisionForm
      name={{ name: 'saisi_par', fault: faultOf('saisi_par'), required: true }}
      button="Noter ce total"
    >
      <TextField label="Année" name="annee" value="" fault={faultOf('annee')} />
      <TextField label="Total (€)" name="montant" value="" fault={faultOf('montant')} />
    </DecisionForm>
  )
}

export const meta: MetaFunction = () => [{ title: pageTitle(TITLE) }]

export const ErrorBoundary = () => <Failure title={TITLE} />
