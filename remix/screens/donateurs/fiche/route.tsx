import { randomUUID } from 'node:crypto'
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { Fiche } from '#contract/fiches'
import { parametres } from '#contract/parametres'
import { verificationDonateur } from '#contract/verification'
import { capital, citer, formatDay, formatInstant, plural } from '#figures/format'
import { today } from '#figures/today'
import { nameOf } from '#files/colonnes'
import { drawYearlyBars } from '../../../charts/yearly-bars.server'
import { reasonOf } from '../../../forms/operation'
import { readRunning } from '../../../service/running.server'
import { call, failing, quietly } from '../../../service/service.server'
import { donationsOf } from '../../../tables/links'
import { STATUT_TITRES } from '../../../tables/statuts'
import { Alert } from '../../../ui/alert'
import { DataTable } from '../../../ui/data-table'
import { Facts } from '../../../ui/facts'
import { Failure } from '../../../ui/failure'
import { Figure, Legend, runningEntry } from '../../../ui/figure'
import { Page, Section } from '../../../ui/page'
import { pageOf, Pagination } from '../../../ui/pagination'
import type { Handle } from '../../../ui/screen'
import { SEARCH_PATH } from '../../../ui/search-form'
import { Unlisted } from '../../../ui/unlisted'
import { YearLink } from '../../../ui/year-link'
import { Suspicion } from '../../donations/a-verifier/suspicion'
import { decisionsFiche } from '../../donations/a-verifier/table.server'
import { ExclusionAction } from '../../donations/exclusion/action'
import { actOnThanks } from '../remerciements/act.server'
import { Career, GIFTS } from './career'
import { Opposed } from './opposed'
import { Person } from './person'
import { Rights } from './rights'
import {
  anneesFiche,
  evenementsFiche,
  montantsFiche,
  pageDonsFiche,
  readFiche,
} from './table.server'
import { Thanked } from './thanked'

export const handle: Handle<typeof loader> = {
  title: 'Fiche du donateur',
  tab: ({ fiche }) => [`${nameOf(fiche.identite) ?? fiche.contact_id} – Donateurs`],
  retry: false,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const contact = query.get('contact')?.trim()
  if (!contact) return redirect(SEARCH_PATH)
  const [fiche, running, verification, settings] = await Promise.all([
    readFiche(request, contact, { page: pageOf(query), limit: 20 }).catch(
      failing('Erreur lors du chargement de la fiche'),
    ),
    readRunning(request),
    call(verificationDonateur, { params: { contact_id: contact } }, request).catch(
      quietly('vérification'),
    ),
    call(parametres, {}, request).catch(quietly('réglages')),
  ])
  const { annees, evenements } = fiche
  const isDrawn = annees.some(({ annee }) => annee === running?.annee)
  return {
    fiche,
    verification,
    jour: today(),
    rgpdEcran: settings?.rgpd_ecran ?? false,
    running: isDrawn ? running : null,
    evenementId: randomUUID(),
    drawing:
      annees.length > 0 &&
      drawYearlyBars(
        annees.map(({ annee, montant }) => ({
          annee,
          valeur: montant,
          href: donationsOf({ annee, contact_id: fiche.contact_id }),
        })),
        {
          label: 'Montant donné par année',
          unit: 'euros exacts',
          running: running?.annee,
        },
      ),
    tables: {
      annees: anneesFiche.build(fiche),
      montants: montantsFiche.build(fiche),
      dons: pageDonsFiche(fiche),
      evenements: evenements.length > 0 ? evenementsFiche.build(fiche) : null,
      decisions: verification?.decisions.length ? decisionsFiche.build(verification) : null,
    },
  }
}

export const action = actOnThanks

export default function Card() {
  const { fiche, jour, rgpdEcran, verification, running, evenementId, drawing, tables } =
    useLoaderData<typeof loader>()
  const { contact_id, identite, exclu, carriere, annees } = fiche
  return (
    <Page
      title={nameOf(identite) ?? 'Donateur sans nom'}
      subtitle={`Contact ${contact_id}`}
      actions={
        <ExclusionAction
          key={contact_id}
          contactId={contact_id}
          excluded={exclu}
          evenementId={evenementId}
          {...(verification?.a_verifier && {
            raison: reasonOf(verification.raisons),
            raisonsVues: verification.raisons_vues,
          })}
        />
      }
    >
      <Excluded fiche={fiche} />
      <Opposed fiche={fiche} />
      <Identity fiche={fiche} />
      {verification && <Suspicion found={verification} table={tables.decisions} />}
      {annees.length > 0 ? (
        <>
          <Section title="Statut">
            <StatusNow fiche={fiche} />
            <StatusStrip annees={annees} />
          </Section>
          <Section title="Carrière">
            <Career contact_id={contact_id} carriere={carriere} />
            <div className="figures">
              {drawing && (
                <Figure
                  nested
                  title="Montant donné par année"
                  drawing={drawing}
                  legend={<Legend entries={runningEntry(running)} />}
                  table={tables.montants}
                />
              )}
              <DataTable table={tables.annees} />
            </div>
          </Section>
        </>
      ) : (
        <p>Ce contact n’a fait aucun don.</p>
      )}
      {fiche.donations.length > 0 && (
        <Section title="Dons" id={GIFTS}>
          {carriere.dons_nuls > 0 && (
            <p className="mention">
              Dont {plural(carriere.dons_nuls, 'don nul', 'dons nuls')}, qui ne{' '}
              {carriere.dons_nuls > 1 ? 'comptent' : 'compte'} dans aucun chiffre.
            </p>
          )}
          <DataTable table={tables.dons} />
          <Pagination pagination={fiche.pagination} label="Pages des dons" anchor={GIFTS} />
        </Section>
      )}
      <Thanked fiche={fiche} jour={jour} />
      <Person fiche={fiche} />
      {tables.evenements && (
        <Section title="Exclusions">
          <Unlisted>
            Donations et montant sont ceux du moment de chaque événement&nbsp;: ce qui était
            enregistré alors n’a plus de liste.
          </Unlisted>
          <DataTable table={tables.evenements} />
        </Section>
      )}
      <Rights fiche={fiche} rgpdEcran={rgpdEcran} />
    </Page>
  )
}

/** Why none of these gifts counts. */
function Excluded({ fiche: { exclu, contact_id, evenements } }: { fiche: Fiche }) {
  const last = evenements.find(({ type }) => type === 'EXCLUSION')
  if (!exclu) return null
  const history = new URLSearchParams({ contact_id })
  return (
    <Alert tone="warning" title="Donateur exclu">
      <p>
        {last && `Exclu le ${formatInstant(last.survenu_le)}\u00A0: ${citer(last.raison)}. `}
        Ses dons ne comptent dans aucun chiffre.
      </p>
      <YearLink to={`/donations/historique?${history}`}>
        Voir l’historique de ses exclusions
      </YearLink>
    </Alert>
  )
}

/** The card's fields, without empty ones. */
function Identity({ fiche: { identite, a_une_fiche, anonymise_le } }: { fiche: Fiche }) {
  const { civility, is_company, birthdate, email, phone, city, zip } = identite
  const asked: [string, string | null][] = [
    ['Civilité', civility],
    ['Type', is_company === null ? null : is_company ? 'Société' : 'Personne'],
    ['Adresse', [zip, city].filter(Boolean).join(' ')],
    ['E-mail', email],
    ['Téléphone', phone],
    ['Naissance', birthdate && formatDay(birthdate)],
  ]
  const known = asked.flatMap(([label, value]): [string, string][] =>
    value ? [[label, value]] : [],
  )
  if (anonymise_le)
    return (
      <Alert tone="information" title="Fiche vidée">
        <p>
          La fiche de ce contact a été vidée à sa demande le {formatInstant(anonymise_le)}&nbsp;:
          ses dons restent, sans nom ni coordonnées.
        </p>
      </Alert>
    )
  if (!a_une_fiche)
    return <p>Ce contact n’a pas de fiche&nbsp;: il n’est connu que par ses dons.</p>
  return known.length > 0 ? <Facts figures={known} /> : <p>La fiche de ce contact est vide.</p>
}

function StatusNow({ fiche: { raison, horizon, annees } }: { fiche: Fiche }) {
  const year = Number(horizon?.slice(0, 4))
  const now = raison ?? annees.at(-1)?.raison ?? ''
  return (
    <p className="status-now">
      {capital(now)}.
      {horizon && raison && (
        <span className="mention">
          {' '}
          Statut de l’année {year}, connue jusqu’au {formatDay(horizon)}.
        </span>
      )}
    </p>
  )
}

/** The status at each year's end; the table below explains it. */
function StatusStrip({ annees }: Pick<Fiche, 'annees'>) {
  return (
    <ol className="status-strip">
      {annees.map(({ annee, statut }) => (
        <li key={annee} className={`status-${statut}`}>
          <span>{annee}</span> {STATUT_TITRES[statut]}
        </li>
      ))}
    </ol>
  )
}

export const ErrorBoundary = () => (
  <>
    <Failure />
    <p>
      <YearLink to={SEARCH_PATH}>Rechercher un donateur</YearLink>
    </p>
  </>
)
