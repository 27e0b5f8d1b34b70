import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { reguliers } from '#contract/reguliers'
import { formatDay } from '#figures/format'
import { drawReguliers } from '../../../charts/reguliers.server'
import { noGifts } from '../../../forms/year.server'
import { call, failing } from '../../../service/service.server'
import { history, SERIES } from '../../../tables/links'
import { DataTable } from '../../../ui/data-table'
import { Figure } from '../../../ui/figure'
import { Page, Section } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { Attendus, ChiffresReguliers } from './parts'
import {
  essaisReguliers,
  reguliersParAnnee,
  reguliersParMois,
  rythmesReguliers,
  survieReguliers,
} from './table.server'

export const handle: Handle = {
  title: 'Dons réguliers',
  subtitle: 'Qui donne tous les mois, tous les trimestres ou tous les ans',
  hasFigures: true,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const found = await call(reguliers, {}, request).catch(
    failing('Erreur lors du chargement des données'),
  )
  const { survie, horizon, ...shown } = found
  if (horizon === null) throw noGifts()
  return {
    found: { ...shown, horizon, suivi: survie.at(-1)?.mois ?? 0, series: survie[0]?.risque ?? 0 },
    drawings: drawReguliers(found),
    tables: {
      mois: reguliersParMois.build(found),
      annees: reguliersParAnnee.build(found),
      rythmes: rythmesReguliers.build(found),
      survie: survieReguliers.build(found),
      essais: essaisReguliers.build(found),
    },
  }
}

export default function ReguliersScreen() {
  const { found, drawings, tables } = useLoaderData<typeof loader>()
  const annee = Number(found.horizon.slice(0, 4))
  return (
    <Page analysis tables={tables} weighed="years">
      <p className="mention">
        Une série est faite de quatre dons au moins d’un même donateur et d’un même montant, qui se
        suivent à un même rythme. Elle est trouvée dans les dons seuls&nbsp;: aucun fichier de
        mandats n’est nécessaire. Elle démarre à son premier don, mais n’est connue qu’au
        quatrième&nbsp;: les derniers mois peuvent donc encore changer. Pourquoi une année a
        changé&nbsp;: <Link to={history({ chiffre: 'reguliers-demarres', annee })}>démarrés</Link>,{' '}
        <Link to={history({ chiffre: 'reguliers-arretes', annee })}>arrêtés</Link>,{' '}
        <Link to={history({ chiffre: 'reguliers-taux-arret', annee })}>taux d’arrêt</Link>,{' '}
        <Link to={history({ chiffre: 'reguliers-montant', annee })}>montant</Link> et{' '}
        <Link to={history({ chiffre: 'reguliers-part-montant', annee })}>part de la collecte</Link>{' '}
        de {annee}.
      </p>
      <ChiffresReguliers found={found} />
      <Section title="Mois après mois">
        <Figure
          nested
          title="Donateurs réguliers actifs à la fin de chaque mois"
          drawing={drawings.actifs}
          table={tables.mois}
        />
        {found.annees.at(-1)?.en_cours && (
          <p className="mention">
            L’année {found.annees.at(-1)?.annee} s’arrête au {formatDay(found.horizon)}&nbsp;: ses
            démarrés, ses arrêtés et son taux ne se comparent pas à ceux d’une année entière.
          </p>
        )}
        <DataTable table={tables.annees} />
      </Section>
      <Section title={`Rythmes, au ${formatDay(found.horizon)}`}>
        <DataTable table={tables.rythmes} />
      </Section>
      {found.series > 0 && (
        <Section title="Combien de temps dure une série">
          <Figure
            nested
            folded
            title="Part des séries encore actives"
            drawing={drawings.survie}
            table={tables.survie}
          />
          <p className="mention">
            Les séries se comptent ici une à une, car un donateur peut en avoir plusieurs&nbsp;:{' '}
            <Link to={SERIES}>toutes les séries</Link>.
          </p>
        </Section>
      )}
      <Section title="Encore à recevoir d’ici fin décembre">
        <Attendus found={found} table={tables.essais} />
      </Section>
    </Page>
  )
}
