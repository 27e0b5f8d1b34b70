import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import {
  type Controles as Answer,
  controles,
  type EcartComptable,
  ecartComptable,
} from '#contract/controles'
import { formatCount, formatInstant, periodOf } from '#figures/format'
import { askedYear } from '../../../forms/year.server'
import { call, failing, quietly } from '../../../service/service.server'
import { Alert } from '../../../ui/alert'
import { DataTable } from '../../../ui/data-table'
import { Fold } from '../../../ui/fold'
import { Kpi, Kpis } from '../../../ui/kpi'
import { Empty, Page } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { type Cell, showCell, showSigned } from '../../../ui/table'
import { Unlisted } from '../../../ui/unlisted'
import { actOnControles } from './act.server'
import { Accounts } from './comptabilite'
import {
  explicationsComptables,
  moisComptables,
  saisiesComptables,
  totauxComptables,
} from './comptabilite-table.server'
import { codesOf, controlesParAnnee, groupsOf, readParAnnee } from './table.server'

export const handle: Handle = {
  title: 'Contrôles',
}
const SUBTITLE = 'Fichiers, base, chiffres et journal disent-ils la même chose\u00A0?'

/** The year whose gap is shown: the asked one, else the latest that has one, else the latest noted. */
function yearOf(request: Request, { comptabilite }: Answer): number | undefined {
  const asked = askedYear(request)
  if (comptabilite.some(({ annee }) => annee === asked)) return asked
  return (comptabilite.find(({ ecart }) => ecart !== 0) ?? comptabilite[0])?.annee
}

/** Its months and what may explain its gap. */
async function readGap(request: Request, annee: number) {
  const found = await call(ecartComptable, { params: { annee } }, request)
  return {
    annee,
    ecart: found.total?.ecart ?? null,
    explication: found.total?.explication ?? null,
    ouverts: openGaps(found),
    mois: moisComptables.build(annee, found),
    explications: explicationsComptables.build(annee, found),
  }
}

/** What can be explained of a year: the form's value, period and gap, and the words. */
const openGaps = ({ annee, total, mois }: EcartComptable): [string, string][] =>
  [...(total ? [{ ...total, mois: null }] : []), ...mois].flatMap(
    ({ mois: of, ecart, explication }): [string, string][] =>
      ecart === null || ecart === 0 || explication
        ? []
        : [
            [
              `${of === null ? annee : `${annee}-${of}`}|${ecart}`,
              `${periodOf({ annee, mois: of })}\u00A0: ${showSigned(ecart, 'montant')}`,
            ],
          ],
  )

export async function loader({ request }: LoaderFunctionArgs) {
  const [found, annees] = await Promise.all([
    call(controles, {}, request).catch(failing('Erreur lors du chargement des contrôles')),
    readParAnnee(request).catch(quietly('années des contrôles')),
  ])
  const { calcule_le, entier_le, en_retard, concordants, total, suivi, comptabilite } = found
  const annee = yearOf(request, found)
  return {
    calcule_le,
    entier_le,
    en_retard,
    concordants,
    total,
    groups: groupsOf(found),
    codes: codesOf(found),
    annees: annees && annees.length > 0 ? controlesParAnnee.build(annees) : null,
    suivi,
    comptes: {
      totaux: totauxComptables.build(found),
      saisies: saisiesComptables.build(found),
      retirables: comptabilite.map((period): [string, string] => [
        period.mois === null ? String(period.annee) : `${period.annee}-${period.mois}`,
        periodOf(period),
      ]),
      ecart:
        annee === undefined
          ? null
          : await readGap(request, annee).catch(quietly('écart avec la comptabilité')),
    },
  }
}

/** Runs the controls, or records an accounting total or withdrawal. */
export const action = ({ request }: ActionFunctionArgs) => actOnControles(request)

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
    comptes,
    codes,
  } = useLoaderData<typeof loader>()
  return (
    <Page subtitle={SUBTITLE} actions={<CompareButton />}>
      {calcule_le !== null && (
        <Kpis>
          <Kpi
            label="Contrôles concordants"
            value={`${concordants} sur ${total}`}
            detail={`comparés le ${formatInstant(calcule_le)}`}
          />
        </Kpis>
      )}
      <Accounts {...comptes} />
      {calcule_le === null ? (
        <Empty>
          <p>
            Rien n’a encore été comparé&nbsp;: les contrôles se font après chaque calcul des
            chiffres.
          </p>
        </Empty>
      ) : (
        <>
          {suivi && <Suivi {...suivi} />}
          {entier_le !== null && entier_le !== calcule_le && (
            <p className="mention">
              Depuis, seuls les donateurs et les chiffres que le dernier calcul a changés ont été
              comparés&nbsp;: les contrôles qui recomptent tous les dons datent du{' '}
              {formatInstant(entier_le)}. Ils sont refaits dans l’heure, ou par «&nbsp;Comparer
              maintenant&nbsp;».
            </p>
          )}
          {en_retard && (
            <Alert tone="information">
              <p>
                Les données ont changé depuis&nbsp;: tout sera comparé après le prochain calcul.
              </p>
            </Alert>
          )}
          {groups.map(({ groupe, table, concordants: states }) => (
            <Fold key={groupe} title={summaryOf(table.title, states)} open={states.includes(false)}>
              <div className="controls">
                <DataTable
                  table={table}
                  render={{
                    etat: (row) => <State concordant={states[row]} text={table.rows[row]?.[1]} />,
                  }}
                />
              </div>
            </Fold>
          ))}
          <details className="controls-codes">
            <summary>Pour l’informatique&nbsp;: codes et empreintes</summary>
            <ul className="mention">
              {codes.map(({ code, text }) => (
                <li key={code}>
                  <code>{code}</code> {text}
                </li>
              ))}
            </ul>
          </details>
          {annees && (
            <>
              <Unlisted>
                Un contrôle additionne toutes les années, et souvent tous les axes&nbsp;: un don ou
                un donateur y compte plusieurs fois. Chaque année a ses listes, ci-dessous.
              </Unlisted>
              <DataTable folded table={annees} />
            </>
          )}
        </>
      )}
    </Page>
  )
}

/** A group's title, and how many of its controls agree; alerts only call for attention. */
function summaryOf(title: string, states: readonly (boolean | null)[]): string {
  const judged = states.filter((state) => state !== null)
  if (judged.length === 0) return `${title}\u00A0: ${states.length}`
  const agreed = judged.filter(Boolean).length
  return `${title}\u00A0: ${agreed} sur ${judged.length} ${agreed > 1 ? 'concordants' : 'concordant'}`
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
