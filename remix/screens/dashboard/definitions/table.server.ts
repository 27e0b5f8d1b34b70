import { definitions } from '#contract/definitions'
import { defineYearTable } from '../../../tables/define.server'

/** The definitions page, one row per figure. */
export const toutesDefinitions = defineYearTable(
  'definitions',
  definitions,
  (annee, { sections }) => ({
    title: `Comment c’est calculé, ${annee}`,
    columns: [
      { title: 'Chiffre', format: 'texte' },
      { title: 'Écran', format: 'texte' },
      { title: 'Formule', format: 'texte' },
      { title: 'Périmètre', format: 'texte' },
      { title: 'Exemple', format: 'texte' },
      { title: 'Version', format: 'annee' },
      { title: 'Depuis', format: 'jour' },
    ],
    rows: sections.flatMap(({ titre, definitions }) =>
      definitions.map((one) => [
        one.titre,
        titre,
        one.formule,
        one.perimetre,
        one.exemple,
        one.version,
        one.depuis,
      ]),
    ),
  }),
)
