import type { z } from 'zod'
import {
  controles,
  type EcartComptable,
  ecartComptable,
  type SaisieComptable,
} from '#contract/controles'
import { capital, formatDay, MONTH_NAMES, periodOf, plural } from '#figures/format'
import { centsOf } from '#figures/ratios'
import { defineTable, defineYearTable } from '../../../tables/define.server'
import { gifts, history, linked, uncounted } from '../../../tables/links'
import { toReviewIn } from '../../../ui/suspects'
import type { Cell } from '../../../ui/table'
import { rejectsPath } from '../paths'

/** Every accounting entry, withdrawals included, newest first. */
export const saisiesComptables = defineTable('comptabilite-saisies', controles, ({ saisies }) => ({
  title: 'Saisies et retraits',
  columns: [
    { title: 'Le', format: 'instant' },
    { title: 'Période', format: 'texte' },
    { title: 'Comptabilité', format: 'montant' },
    { title: 'Par', format: 'texte' },
    { title: 'Motif du retrait', format: 'texte' },
  ],
  rows: saisies.map((saisie: SaisieComptable) => [
    saisie.saisi_le,
    periodOf(saisie),
    saisie.montant,
    saisie.saisi_par,
    saisie.motif,
  ]),
}))

/** Page of a year's gap. */
export const gapOf = (annee: number) => `/upload/controles?annee=${annee}#ecart`

/** Accounting totals as entered, versus the dashboard. */
export const totauxComptables = defineTable('comptabilite', controles, ({ comptabilite }) => ({
  title: 'Totaux de la comptabilité',
  columns: [
    { title: 'Période', format: 'texte' },
    { title: 'Comptabilité', format: 'montant' },
    { title: 'Dashboard', format: 'montant' },
    { title: 'Écart', format: 'montant' },
    { title: 'Explication', format: 'texte' },
    { title: 'Saisi par', format: 'texte' },
    { title: 'Le', format: 'instant' },
  ],
  rows: comptabilite.map((total) => [
    { value: periodOf(total), href: gapOf(total.annee) },
    total.montant,
    total.tableau_de_bord,
    total.ecart,
    total.explication
      ? `${total.explication.explique_par}\u00A0: ${total.explication.raison}`
      : '–',
    total.saisi_par,
    total.saisi_le,
  ]),
}))

/** A year of the accounts, month by month. */
export const moisComptables = defineYearTable(
  'comptabilite-mois',
  ecartComptable,
  (annee, { mois, tableau_de_bord, total }) => ({
    title: `Comptabilité et Dashboard, ${annee} mois par mois`,
    columns: [
      { title: 'Mois', format: 'texte' },
      { title: 'Comptabilité', format: 'montant' },
      { title: 'Dashboard', format: 'montant' },
      { title: 'Écart', format: 'montant' },
    ],
    rows: mois.map((row) => [
      {
        value: capital(MONTH_NAMES[row.mois - 1] ?? ''),
        href: gifts({ annee, mois: String(row.mois) }),
      },
      row.montant ?? '–',
      row.tableau_de_bord,
      row.ecart ?? '–',
    ]),
    totals: [['Année', total ? total.montant : '–', tableau_de_bord, total ? total.ecart : '–']],
  }),
)

/** One thing that may explain a gap; `compte`: what the dashboard has of it in this year. */
interface Cause {
  quoi: string
  nombre: Cell
  /** Null where the amount is not known. */
  montant: number | null
  compte: boolean
}

function rejectsCause({ lignes, fichiers }: EcartComptable['explications']['rejets']): Cause {
  const [only, other] = fichiers
  return {
    quoi: `Lignes rejetées à l’import${only && !other ? '' : ` (${plural(fichiers.length, 'fichier')})`}`,
    nombre: linked(lignes, only && !other ? rejectsPath(only.fichier_id) : '/upload'),
    montant: null,
    compte: false,
  }
}

function causesOf({ annee, explications }: EcartComptable): Cause[] {
  const { a_verifier, exclus, zeros, rejets, depuis, jours } = explications
  return [
    {
      quoi: 'Donateurs à vérifier',
      nombre: linked(a_verifier.donateurs, toReviewIn(annee)),
      montant: a_verifier.montant,
      compte: true,
    },
    {
      quoi: 'Dons de donateurs exclus',
      nombre: linked(exclus.donations, uncounted({ annee })),
      montant: exclus.montant,
      compte: false,
    },
    {
      quoi: 'Dons à 0\u00A0€',
      nombre: linked(zeros, uncounted({ annee })),
      montant: null,
      compte: false,
    },
    rejectsCause(rejets),
    ...(depuis
      ? [
          {
            quoi: 'Imports depuis la saisie du total',
            nombre: linked(
              depuis.imports,
              history({ chiffre: 'montant-total', annee, de: depuis.publication }),
            ),
            montant: depuis.montant,
            compte: true,
          },
        ]
      : []),
    ...jours.map(({ jour, donations, montant }) => {
      const own = Number(jour.slice(0, 4))
      return {
        quoi: `Dons du ${formatDay(jour)}`,
        nombre: linked(donations, gifts({ annee: own, le: jour })),
        montant,
        compte: own === annee,
      }
    }),
  ].filter(({ nombre }) => nombre !== 0)
}

/** What the amount would explain: the gap is the accounts less the dashboard. */
const explains = ({ montant, compte }: Cause, ecart: number) =>
  montant !== null && montant !== 0 && centsOf(montant) === centsOf(compte ? -ecart : ecart)

/** What may explain a year's gap; an amount that is exactly the gap is said. */
export const explicationsComptables = defineYearTable(
  'comptabilite-explications',
  ecartComptable,
  (annee, found: z.output<typeof ecartComptable.answer>) => ({
    title: `Ce qui peut expliquer un écart en ${annee}`,
    columns: [
      { title: 'Quoi', format: 'texte' },
      { title: 'Nombre', format: 'nombre' },
      { title: 'Montant', format: 'montant' },
      { title: `Au Dashboard ${annee}`, format: 'texte' },
      { title: 'Est-ce l’écart\u00A0?', format: 'texte' },
    ],
    rows: causesOf(found).map((cause) => [
      cause.quoi,
      cause.nombre,
      cause.montant,
      cause.compte ? 'compté' : 'non compté',
      found.total && explains(cause, found.total.ecart) ? 'Oui, au centime' : '–',
    ]),
  }),
)
