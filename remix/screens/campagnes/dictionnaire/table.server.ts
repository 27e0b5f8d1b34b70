import { dictionnaire } from '#contract/dictionnaire'
import { defineTable } from '../../../tables/define.server'
import { dictionaryOf } from '../../../tables/links'

/** The dictionary, in the columns that its file is loaded by. */
export const dictionnaireCampagnes = defineTable(
  'dictionnaire-campagnes',
  dictionnaire,
  ({ fiches }) => ({
    title: 'Dictionnaire des campagnes',
    columns: [
      { title: 'Code', format: 'texte' },
      { title: 'Nom', format: 'texte' },
      { title: 'Famille', format: 'texte' },
      { title: 'Exercice', format: 'annee' },
      { title: 'Coût', format: 'montant' },
      { title: 'Envois', format: 'nombre' },
      { title: 'Début', format: 'jour' },
      { title: 'Fin', format: 'jour' },
      { title: 'Saisi par', format: 'texte' },
      { title: 'Le', format: 'instant' },
    ],
    rows: fiches.map((fiche) => [
      { value: fiche.code, href: dictionaryOf(fiche.code) },
      fiche.nom,
      fiche.famille,
      fiche.exercice === null ? null : String(fiche.exercice),
      fiche.cout,
      fiche.envois,
      fiche.debut,
      fiche.fin,
      fiche.saisi_par,
      fiche.saisi_le,
    ]),
  }),
)

/** The largest codes that the dictionary does not know, with what their text may say. */
export const codesInconnus = defineTable('codes-inconnus', dictionnaire, ({ inconnus }) => ({
  title: 'Codes que le dictionnaire ne connaît pas',
  columns: [
    { title: 'Code', format: 'texte' },
    { title: 'Montant', format: 'montant' },
    { title: 'Dons', format: 'nombre' },
    { title: 'Famille proposée', format: 'texte' },
    { title: 'Exercice proposé', format: 'annee' },
  ],
  rows: inconnus.data.map((row) => [
    { value: row.code, href: dictionaryOf(row.code) },
    row.montant,
    row.donations,
    row.famille,
    row.exercice === null ? null : String(row.exercice),
  ]),
  totals: [['Tous les codes inconnus', inconnus.montant, inconnus.donations, '–', '–']],
}))
