import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type Grille, grille } from '#contract/grille'
import { capital, formatDay, formatPercent, plural } from '#figures/format'
import { MONTANTS, nommerCode, nommerRang } from '#figures/grille'
import { drawHeatMap } from '../../../charts/heat-map.server'
import { noGifts } from '../../../forms/year.server'
import { call, failing } from '../../../service/service.server'
import { donors } from '../../../tables/links'
import { DataTable } from '../../../ui/data-table'
import { Figure } from '../../../ui/figure'
import { Page, Section } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { casesGrille, cellOf, COLONNES, grilleRfm, partsGrille, RANGS } from './table.server'

export const handle: Handle = {
  title: 'Grille RFM',
  subtitle: 'Les donateurs par récence, fréquence et montant',
  hasFigures: true,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const found = await call(grille, {}, request).catch(
    failing('Erreur lors du chargement des données'),
  )
  if (found.horizon === null) throw noGifts()
  return {
    jour: found.horizon,
    drawing: draw(found),
    tables: {
      grille: grilleRfm.build(found),
      parts: partsGrille.build(found),
      cases: casesGrille.build(found),
    },
  }
}

/** Names on two lines. */
const rowOf = (r: string, f: string) => capital(nommerRang(r, f)).replace(', ', '\n')
const columnOf = (m: keyof typeof MONTANTS) => capital(MONTANTS[m]).replace(/ (?=de|à|et)/, '\n')

const draw = (found: Grille) =>
  drawHeatMap(
    RANGS.flatMap(([r, f]) =>
      COLONNES.map((m) => {
        const code = `${r}${f}${m}`
        const { donateurs = 0, pourcentage = 0 } = cellOf(found, code) ?? {}
        return {
          row: rowOf(r, f),
          column: columnOf(m),
          value: pourcentage,
          href: donateurs > 0 ? donors({ ensemble: 'grille', code }) : undefined,
          title: `${code}\u00A0: ${plural(donateurs, 'donateur')} (${formatPercent(pourcentage)})\n${nommerCode(code)}`,
        }
      }),
    ),
    {
      label: 'Part des donateurs dans chaque case de la grille RFM',
      base: ({ row }) => row === rowOf('R4', 'F0'),
      running: undefined,
      columns: COLONNES.map(columnOf),
      rowWidth: 180,
    },
  )

export default function GrilleScreen() {
  const { jour, drawing, tables } = useLoaderData<typeof loader>()
  return (
    <Page analysis tables={tables} weighed="years" measure="donateurs">
      <Section title={`Au ${formatDay(jour)}`}>
        <p className="mention">
          Chaque donateur est dans une case&nbsp;: depuis combien de temps il n’a plus donné (R),
          combien de dons il a faits en 36&nbsp;mois (F), et pour quel montant en tout (M). Sans don
          depuis 36&nbsp;mois, c’est le montant de son dernier don qui compte. Le code de la case,
          R1F2M3 par exemple, est aussi dans le fichier d’une sélection.
        </p>
        <p className="mention">
          R1 n’est pas le statut «&nbsp;Actif&nbsp;»&nbsp;: R1 a donné dans les douze mois jusqu’au{' '}
          {formatDay(jour)}, un actif dans l’année civile.
        </p>
        <Figure
          nested
          title="Part des donateurs dans chaque case"
          drawing={drawing}
          table={tables.parts}
        />
        <DataTable table={tables.grille} />
        <DataTable folded table={tables.cases} />
      </Section>
    </Page>
  )
}
