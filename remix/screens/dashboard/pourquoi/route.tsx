import type { LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { Fragment } from 'react'
import { dashboardAnnees } from '#contract/dashboard'
import {
  Chiffre,
  difference,
  isOfAll,
  isOfCampaign,
  isOfReguliers,
  isRapport,
  isTyped,
  publications,
  termesOf,
} from '#contract/publications'
import { citer, plural } from '#figures/format'
import { askedYear, noGifts } from '../../../forms/year.server'
import { call, failing } from '../../../service/service.server'
import { history } from '../../../tables/links'
import { SignedChange } from '../../../ui/change'
import { DataTable } from '../../../ui/data-table'
import { SelectField, TextField } from '../../../ui/field'
import { Kpi, Kpis } from '../../../ui/kpi'
import { Empty, Page } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { showCell, showSigned } from '../../../ui/table'
import { Unlisted } from '../../../ui/unlisted'
import { CHIFFRES, contributions, nameOf } from '../arretes/table.server'
import { askedFor, choicesOf, presetsOf, SHOWN, whenOf } from './periode.server'
import { compose } from './rapport.server'

const SUBTITLE = 'Chaque import et chaque décision, avec son effet'

export const handle: Handle<typeof loader> = {
  title: 'Pourquoi ce chiffre a changé\u00A0?',
  subtitle: SUBTITLE,
  hasFigures: (data) => data === undefined,
}
const SAISI =
  'Le coût et les envois sont ceux que le dictionnaire donne au code pour cet exercice\u00A0; ce qui n’est pas dit compte ici pour 0.'
const PUBLIE =
  'Les publications gardent les 200\u00A0plus grandes campagnes de chaque année\u00A0: une campagne compte pour 0 là où elle n’en était pas. Les causes d’une publication sont dites ensemble.'

const ENSEMBLE =
  'Sans code, ce sont toutes les campagnes que le dictionnaire donne à cet exercice et qui ont ce qu’il faut\u00A0: un coût\u202F; pour un taux de retour, des envois\u202F; pour un coût par envoi, les deux.'

const RAPPORT = 'Sans rien à diviser, un rapport compte ici pour\u00A00.'

/** Whether versions of the dictionary after the latest publication count in it. */
const isOfDictionary = (chiffre: Chiffre): boolean =>
  isTyped(chiffre) || (termesOf(chiffre)?.some(isTyped) ?? false)

export async function loader({ request }: LoaderFunctionArgs) {
  const [{ annees }, { publications: known }] = await Promise.all([
    call(dashboardAnnees, {}, request).catch(failing('Erreur lors du chargement des années')),
    call(publications, { query: { limit: SHOWN } }, request).catch(
      failing('Erreur lors du chargement des publications'),
    ),
  ])
  // A year that has lost its gifts has a history too.
  const annee = annees.length > 0 ? (askedYear(request) ?? annees[0]) : undefined
  const asked = annee === undefined ? undefined : askedFor(request, annee, known)
  if (!asked) throw noGifts()
  const found = await call(difference, { query: asked }, request).catch(
    failing('Erreur lors du chargement des données'),
  )
  const { avant, apres, ecart } = found
  const named = (numero: number) => known.find((publication) => publication.numero === numero)
  return {
    annees,
    asked,
    values: { avant, apres, ecart },
    de: whenOf(asked.de, named(asked.de)),
    a:
      isOfDictionary(asked.chiffre) && asked.a === known[0]?.numero
        ? 'maintenant'
        : whenOf(asked.a, named(asked.a)),
    choices: choicesOf(known, asked),
    presets: presetsOf(known, Date.now()),
    label: `${nameOf(asked.chiffre, asked.code)}${asked.code === undefined ? '' : ` ${citer(asked.code)},`}`,
    format: CHIFFRES[asked.chiffre].format,
    chiffres: Chiffre.options
      .filter((chiffre) => isOfCampaign(chiffre) === isOfCampaign(asked.chiffre))
      .filter((chiffre) => !isOfCampaign(chiffre) || asked.code !== undefined || isOfAll(chiffre))
      .map((chiffre): [string, string] => [chiffre, nameOf(chiffre, asked.code)]),
    hasCode: isOfCampaign(asked.chiffre),
    isOfSeries: isOfReguliers(asked.chiffre),
    rapport: compose(asked, found),
    table: contributions.build(asked, found),
    effets: found.contributions.map(({ effet }) => effet),
    notes: [
      ...(isOfDictionary(asked.chiffre) ? [SAISI] : []),
      ...(isOfCampaign(asked.chiffre) && !isTyped(asked.chiffre) ? [PUBLIE] : []),
      ...(isOfCampaign(asked.chiffre) && asked.code === undefined ? [ENSEMBLE] : []),
      ...(isRapport(asked.chiffre) ? [RAPPORT] : []),
    ],
    isPartlyForgotten: found.contributions.some(
      ({ dons, lien }) => dons === null && lien?.startsWith('/upload?'),
    ),
  }
}

export default function Pourquoi() {
  const {
    annees,
    asked,
    values,
    de,
    a,
    choices,
    presets,
    label,
    format,
    chiffres,
    table,
    effets,
    isPartlyForgotten,
    notes,
    rapport,
    hasCode,
    isOfSeries,
  } = useLoaderData<typeof loader>()
  const { chiffre, annee, code } = asked
  const show = (value: number) => showCell(value, format)
  return (
    <Page subtitle={`${label} ${asked.annee}\u00A0: ${SUBTITLE.toLowerCase()}`}>
      <nav className="presets" aria-label="Début de la période">
        <ul>
          {presets.map((preset) => (
            <li key={preset.label}>
              <Link
                to={history({ chiffre, annee, de: preset.de, code })}
                aria-current={preset.de === asked.de ? 'true' : undefined}
              >
                {preset.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Form method="get" className="fields card" key={JSON.stringify(asked)}>
        <SelectField label="Chiffre" name="chiffre" value={asked.chiffre} choices={chiffres} />
        {hasCode && (
          <TextField
            label="Code de la campagne (vide&nbsp;: toutes)"
            name="code"
            value={code}
            maxLength={200}
          />
        )}
        <SelectField
          label="Année"
          name="annee"
          value={String(asked.annee)}
          choices={[...new Set([...annees, asked.annee])].map((annee) => [
            String(annee),
            String(annee),
          ])}
        />
        <SelectField label="De" name="de" value={String(asked.de)} choices={choices.debuts} />
        <SelectField label="À" name="a" value={String(asked.a)} choices={choices.fins} />
        <button type="submit" className="button">
          Expliquer
        </button>
      </Form>
      <Kpis>
        <Kpi label="Avant" value={show(values.avant)} detail={de} />
        <Kpi label="Après" value={show(values.apres)} detail={a} />
        <Kpi
          label="Écart"
          value={showSigned(values.ecart, format)}
          detail={plural(table.rows.length, 'cause')}
        />
      </Kpis>
      {rapport && (
        <p>
          Ce chiffre est fait de deux autres&nbsp;:{' '}
          {rapport.figures.map((figure, at) => (
            <Fragment key={figure.label}>
              {at > 0 && ' et '}
              {figure.href === null ? (
                figure.label
              ) : (
                <Link to={figure.href}>{figure.label}</Link>
              )},{' '}
              {figure.change}
            </Fragment>
          ))}
          . {rapport.equations}.
        </p>
      )}
      <Unlisted>
        Un nombre de donateurs ou de dons est ici celui d’une publication passée&nbsp;: les listes
        sont celles d’aujourd’hui.
      </Unlisted>
      {table.rows.length === 0 ? (
        <Empty>
          <p>Rien n’a changé ce chiffre entre ces deux publications.</p>
        </Empty>
      ) : (
        <>
          <DataTable
            table={table}
            render={{
              effet: (row) => <SignedChange value={effets[row] ?? 0} format={format} />,
            }}
          />
          {isOfSeries && (
            <p className="mention">
              Une série de dons démarre à son premier don, mais n’est connue qu’au quatrième&nbsp;:
              une publication peut donc changer un mois passé. Ses causes sont dites ensemble, car
              une série tient souvent à plusieurs imports.
            </p>
          )}
          {isPartlyForgotten && (
            <p className="mention">
              Les dons changés par un import sont gardés 30&nbsp;jours, pour les dix derniers
              imports et 200&#8239;000&nbsp;lignes au plus&nbsp;: au-delà, N/A.
            </p>
          )}
        </>
      )}
      {notes.length > 0 && <p className="mention">{notes.join(' ')}</p>}
    </Page>
  )
}
