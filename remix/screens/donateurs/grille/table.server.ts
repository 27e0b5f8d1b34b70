import { type Grille, grille } from '#contract/grille'
import { capital } from '#figures/format'
import { type FREQUENCES, MONTANTS, nommerCode, nommerRang, type RECENCES } from '#figures/grille'
import { defineClasseur, defineTable } from '../../../tables/define.server'
import { donors, linked } from '../../../tables/links'

type R = keyof typeof RECENCES
type F = keyof typeof FREQUENCES

/** The possible rows of the grid: giving within 36 months implies an F above 0. */
export const RANGS: readonly (readonly [R, F])[] = [
  ...(['R1', 'R2', 'R3'] as const).flatMap((r) =>
    (['F3', 'F2', 'F1'] as const).map((f) => [r, f] as const),
  ),
  ['R4', 'F0'],
]
export const COLONNES = Object.keys(MONTANTS) as (keyof typeof MONTANTS)[]

export const cellOf = ({ data }: Grille, code: string) => data.find((one) => one.code === code)

/** R and F by M: donors per cell. */
export const grilleRfm = defineTable('grille-rfm', grille, (found) => ({
  definition: 'grille',
  title: 'Grille RFM\u00A0: donateurs de chaque case',
  columns: [
    { title: 'Dernier don, et dons en 36\u00A0mois', format: 'texte', inOrder: true },
    ...COLONNES.map((m) => ({ title: capital(MONTANTS[m]), format: 'nombre' as const })),
    { title: 'Code', format: 'code', inOrder: true },
  ],
  rows: RANGS.map(([r, f]) => [
    capital(nommerRang(r, f)),
    ...COLONNES.map((m) => {
      const code = `${r}${f}${m}`
      return linked(cellOf(found, code)?.donateurs ?? 0, donors({ ensemble: 'grille', code }))
    }),
    `${r} ${f}`,
  ]),
}))

/** Data of the heat map: each cell's share of all donors. */
export const partsGrille = defineTable('grille-rfm-parts', grille, (found) => ({
  definition: 'grille',
  title: 'Grille RFM\u00A0: part des donateurs dans chaque case',
  columns: [
    { title: 'Dernier don, et dons en 36\u00A0mois', format: 'texte', inOrder: true },
    ...COLONNES.map((m) => ({ title: capital(MONTANTS[m]), format: 'pourcentage' as const })),
  ],
  rows: RANGS.map(([r, f]) => [
    capital(nommerRang(r, f)),
    ...COLONNES.map((m) => cellOf(found, `${r}${f}${m}`)?.pourcentage ?? 0),
  ]),
}))

/** Every non-empty cell, with amounts. */
export const casesGrille = defineTable('cases-grille', grille, ({ data }) => ({
  definition: 'grille',
  title: 'Cases de la grille RFM',
  columns: [
    { title: 'Code', format: 'code' },
    { title: 'Donateurs de la case', format: 'texte' },
    { title: 'Donateurs', format: 'nombre' },
    { title: '% des donateurs', format: 'pourcentage' },
    { title: 'Montant', format: 'montant' },
    { title: 'Don moyen', format: 'montant' },
  ],
  rows: data.map(({ code, donateurs, pourcentage, montant, don_moyen }) => [
    code,
    nommerCode(code),
    linked(donateurs, donors({ ensemble: 'grille', code })),
    pourcentage,
    montant,
    don_moyen,
  ]),
}))

/** The workbook of the screen. */
export const classeurGrille = defineClasseur('grille', 'Grille RFM', {
  Parts: partsGrille,
  Grille: grilleRfm,
  Cases: casesGrille,
})
