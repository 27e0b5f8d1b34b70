import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { controles, saisirTotal, verifierControles } from '#contract/controles'
import { formatInstant, plural } from '#figures/format'
import { redirectWith } from '../message.server'
import { asRefusal } from '../refusal.server'
import { call, failing } from '../service.server'
import { groupsOf, totauxComptables } from '../tables/controles.server'
import { Alert } from '../ui/alert'
import { DataTable } from '../ui/data-table'
import { Failure } from '../ui/failure'
import { TextField } from '../ui/field'
import { Kpi, Kpis } from '../ui/kpi'
import { Empty, Page, Section } from '../ui/page'
import { pageTitle } from '../ui/page-title'
import { useShell } from '../ui/shell-data'
import { type Cell, showCell } from '../ui/table'

const TITLE = 'Contrôles'
const SUBTITLE = 'Fichiers, base, chiffres et journal disent-ils la même chose ?'
const PATH = '/upload/controles'

export async function loader({ request }: LoaderFunctionArgs) {
  const found = await call(controles, {}, request).catch(
    failing('Erreur lors du chargement des contrôles'),
  )
  const { calcule_le, en_retard, concordants, total } = found
  return {
    calcule_le,
    en_retard,
    concordants,
    total,
    groups: groupsOf(found),
    totaux: totauxComptables.build(found),
  }
}

/** Compares everything anew, or notes a total of the accounts; the screen says how that ended. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData()
  try {
    const texte = form.has('annee') ? await noteTotal(form, request) : await compare(request)
    return await redirectWith(PATH, { ton: 'succes', texte })
  } catch (error) {
    const { message, champ } = asRefusal(error)
    return redirectWith(PATH, { ton: 'erreur', texte: message, champ })
  }
}

async function compare(request: Request): Promise<string> {
  const { concordants, total } = await call(verifierControles, {}, request)
  return `Tout a été comparé à nouveau\u00A0: ${said(concordants, total)}.`
}

async function noteTotal(form: FormData, request: Request): Promise<string> {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const saisi_par = text('saisi_par').trim()
  const { message } = await call(
    saisirTotal,
    {
      body: {
        annee: text('annee'),
        montant: text('montant'),
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
  const { calcule_le, en_retard, concordants, total, groups, totaux } =
    useLoaderData<typeof loader>()
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
        </>
      )}
      <Section title="Comparer avec la comptabilité">
        <p className="mention">
          Saisissez le total des dons d’une année selon la comptabilité&nbsp;: l’écart avec le
          tableau de bord reste affiché, avec le nom et la date. Le dernier total saisi d’une année
          compte, les précédents sont gardés.
        </p>
        <TotalForm />
        {totaux.rows.length > 0 && <DataTable table={totaux} />}
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

/** How a control came out; an alert is none, and only says that somebody should look. */
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

function TotalForm() {
  const message = useShell()?.message
  const faultOf = (field: string) =>
    message?.ton === 'erreur' && message.champ === field ? message.texte : undefined
  return (
    <Form method="post" className="fields card">
      <TextField label="Année" name="annee" value="" fault={faultOf('annee')} />
      <TextField label="Total (€)" name="montant" value="" fault={faultOf('montant')} />
      <TextField label="Votre nom" name="saisi_par" value="" fault={faultOf('saisi_par')} />
      <button type="submit" className="button">
        Noter ce total
      </button>
    </Form>
  )
}

export const meta: MetaFunction = () => [{ title: pageTitle(TITLE) }]

export const ErrorBoundary = () => <Failure title={TITLE} />
