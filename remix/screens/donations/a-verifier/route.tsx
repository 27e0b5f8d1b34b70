import { randomUUID } from 'node:crypto'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { collectifs } from '#contract/collectifs'
import { aVerifier, type Bilan } from '#contract/verification'
import { formatCount, formatMoney, plural } from '#figures/format'
import { readPage } from '../../../forms/filters.server'
import { call, quietly } from '../../../service/service.server'
import { A_VERIFIER, LEGITIMES, MOTS_DE_VERIFICATION } from '../../../tables/links'
import { Alert } from '../../../ui/alert'
import { DataTable } from '../../../ui/data-table'
import { FilterForm } from '../../../ui/filter-form'
import { Fold } from '../../../ui/fold'
import { Kpi, Kpis } from '../../../ui/kpi'
import { Empty, Page, Section } from '../../../ui/page'
import { Pagination } from '../../../ui/pagination'
import type { Handle } from '../../../ui/screen'
import { SearchAge } from '../../../ui/search-age'
import { Unlisted } from '../../../ui/unlisted'
import { YearLink } from '../../../ui/year-link'
import { CollectiveContacts } from '../collectif/collectifs'
import { collectifsPossibles, contactsCollectifs } from '../collectif/table.server'
import { Proposals, WeightLink } from '../poids/poids'
import { vaguesAVerifier } from '../vague/table.server'
import { Decide, Donor, isOpen, Together, Why } from './rows'
import { donateursAVerifier, reglesDeVerification } from './table.server'

export const handle: Handle<typeof loader> = {
  title: 'Donateurs à vérifier',
  hasFigures: (data) => data?.found.donateurs.length === 0,
}
const SUBTITLE = 'Ce qui peut trahir un faux donateur\u00A0; c’est toujours une personne qui décide'
const PAGE_SIZE = 20
const STATES: [string, string][] = [
  ['', 'À vérifier'],
  ['exclus', 'Exclus'],
  ['legitimes', 'Jugés légitimes'],
  ['collectifs', 'Contacts collectifs'],
  ['tous', 'Tous ceux qui sont signalés'],
]

export async function loader({ request }: LoaderFunctionArgs) {
  const failed = 'Erreur lors du chargement des donateurs à vérifier'
  const [{ found, ...shown }, collective] = await Promise.all([
    readPage(aVerifier, request, failed, PAGE_SIZE),
    call(collectifs, {}, request).catch(quietly('contacts collectifs')),
  ])
  return {
    found,
    ...shown,
    collective: collective && {
      found: collective,
      possibles: collectifsPossibles.build(collective),
      collectifs: contactsCollectifs.build(collective),
    },
    evenements: found.donateurs.map(() => randomUUID()),
    tables: {
      vagues: found.vagues.length > 0 ? vaguesAVerifier.build(found) : null,
      donateurs: donateursAVerifier(found, shown.filters),
      regles: reglesDeVerification.build(found),
    },
  }
}

export default function Verification() {
  const { found, tables, evenements, asked, filters, fault, collective } =
    useLoaderData<typeof loader>()
  const choices = found.regles.map(({ code, libelle }): [string, string] => [code, libelle])
  return (
    <Page
      subtitle={SUBTITLE}
      analysis
      actions={
        <YearLink className="button button-outline" to={LEGITIMES}>
          Donateurs jugés légitimes
        </YearLink>
      }
    >
      <Kpis>
        <Kpi
          label="À vérifier"
          value={formatCount(found.total)}
          detail={`donateurs de ${found.points_min} points au moins`}
        />
        <Kpi
          label="Montant en jeu"
          value={formatMoney(found.montant)}
          detail="de tous leurs dons"
        />
      </Kpis>
      <SearchAge found={found} />
      {filters['import'] && (
        <Alert tone="information">
          <p>
            Seuls ceux qui sont à vérifier depuis cet import paraissent.{' '}
            <YearLink to={A_VERIFIER}>Les voir tous</YearLink>
          </p>
        </Alert>
      )}
      {tables.vagues && (
        <Section title="Vagues" id="vagues">
          <p className="mention">
            Une vague est une seule chose à décider&nbsp;: des dons uniques pareils, venus ensemble.
            Ses donateurs ne sont dans la liste que si autre chose les signale aussi.
          </p>
          <DataTable table={tables.vagues} />
        </Section>
      )}
      <FilterForm
        title="Filtrer"
        fields={[
          { name: 'regle', label: 'Règle', choices: [['', 'Toutes'], ...choices] },
          { name: 'etat', label: 'Montrer', choices: STATES },
          { name: 'donne_en', label: 'Ont donné en' },
          { name: 'au', label: 'Ont donné dans l’année, jusqu’au', type: 'date' },
        ]}
        path={A_VERIFIER}
        kept={filters['import'] ? { import: filters['import'] } : {}}
        asked={asked}
        fault={fault}
      />
      {found.donateurs.length === 0 ? (
        <Nobody isFiltered={Object.keys(filters).length > 0} />
      ) : (
        <>
          <DataTable
            table={tables.donateurs}
            render={{
              nom: (row) => <Donor donateur={found.donateurs[row]} />,
              raisons: (row) => <Why donateur={found.donateurs[row]} />,
            }}
            actions={{
              title: 'Action',
              about: (row) => found.donateurs[row]?.contact_id,
              of: (row) => (
                <Decide donateur={found.donateurs[row]} evenementId={evenements[row] ?? ''} />
              ),
            }}
          />
          {found.donateurs.some(isOpen) && <Together />}
          <Pagination pagination={found.pagination} label="Pages des donateurs à vérifier" />
        </>
      )}
      {collective && <CollectiveContacts {...collective} />}
      <Fold title="Les règles">
        <Section title="Les règles">
          <p className="mention">
            Une règle donne des points, et des points ne prouvent rien&nbsp;: la fiche d’un donateur
            montre ce que dit chaque raison. Un donateur paraît ici à partir de {found.points_min}{' '}
            points. <Sum bilan={found.bilan} />
          </p>
          <Unlisted>
            Une raison peut compter d’autres contacts ou donateurs que le sien&nbsp;: ceux-là n’ont
            pas de liste, car seuls ceux que les règles désignent en ont une.
          </Unlisted>
          <p className="mention">
            Un contact collectif n’est un jugement sur aucune règle&nbsp;: il ne compte ni parmi les
            exclus ni parmi les légitimes, et tous sont{' '}
            {collective ? (
              <a href="#collectifs">sous «&nbsp;Contacts collectifs&nbsp;»</a>
            ) : (
              'à part'
            )}
            .
          </p>
          <p className="mention">
            Deux règles vont par des listes de mots&nbsp;:{' '}
            <YearLink to={MOTS_DE_VERIFICATION}>les lire, en ajouter ou en retirer</YearLink>.
          </p>
          <Proposals regles={found.regles} />
          <DataTable
            table={tables.regles}
            actions={{
              title: 'Poids',
              of: (row) => <WeightLink regle={found.regles[row]} />,
            }}
          />
        </Section>
      </Fold>
    </Page>
  )
}

/** Totals found by the rules, and the decisions. */
function Sum({ bilan: { signales, montant, exclus, legitimes } }: { bilan: Bilan }) {
  return (
    <>
      En tout&nbsp;:{' '}
      <Those count={signales} etat="tous">
        {plural(signales, 'donateur signalé', 'donateurs signalés')}
      </Those>
      , {formatMoney(montant)}&nbsp;; décidés&nbsp;:{' '}
      <Those count={exclus} etat="exclus">
        {plural(exclus, 'exclu')}
      </Those>
      ,{' '}
      <Those count={legitimes} etat="legitimes">
        {plural(legitimes, 'légitime')}
      </Those>
      .
    </>
  )
}

/** A count linking to its list. */
function Those({ count, etat, children }: { count: number; etat: string; children: string }) {
  if (count === 0) return children
  return (
    <YearLink className="count" to={`${A_VERIFIER}?${new URLSearchParams({ etat })}`}>
      {children}
    </YearLink>
  )
}

function Nobody({ isFiltered }: { isFiltered: boolean }) {
  return (
    <Empty unless="dons_attendus">
      <p>Aucun donateur à vérifier.</p>
      {isFiltered ? (
        <YearLink to={A_VERIFIER}>Effacer le filtre</YearLink>
      ) : (
        <YearLink to="/donations">Voir les donations</YearLink>
      )}
    </Empty>
  )
}
