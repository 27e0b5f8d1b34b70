import { sql } from 'kysely'
import { citer, formatDay } from '#figures/format'
import { CUMUL } from '#files/listes-columns'
import { type Condition, type Demande, type Ensemble } from './ensemble'

const since = ({ gardee }: Demande) =>
  gardee?.publie_le ? `le ${formatDay(gardee.publie_le)}` : 'le début'

const named = ({ gardee }: Demande) => citer(gardee?.nom ?? '')

const publication = ({ gardee }: Demande) =>
  gardee?.publie_le
    ? `à la publication n°\u00A0${gardee.publication}, du ${formatDay(gardee.publie_le)}`
    : 'avant la première publication'

const isIn = (members: Condition | undefined): Condition =>
  members === undefined ? sql`false` : sql`faits.contact_id in ${members}`

// Every contact, since who left may be excluded, or have gifts of nothing only.
const DE_TOUS = { faits: 'contacts', montants: () => CUMUL } as const

/** Who entered a kept list since a publication, and who left it. */
export const GARDEES = {
  entres: {
    ...DE_TOUS,
    titre: (demande) => `Entrés dans ${named(demande)} depuis ${since(demande)}`,
    definition: (demande) =>
      `Sont aujourd’hui dans la liste gardée ${named(demande)}, et n’y étaient pas ${publication(demande)}.`,
    condition: ({ gardee }) => sql`${isIn(gardee?.presents)} and not ${isIn(gardee?.membres)}`,
  },
  sortis: {
    ...DE_TOUS,
    titre: (demande) => `Sortis de ${named(demande)} depuis ${since(demande)}`,
    definition: (demande) =>
      `Étaient dans la liste gardée ${named(demande)} ${publication(demande)}, et n’y sont plus aujourd’hui\u00A0; les exclus depuis en sont.`,
    condition: ({ gardee }) => sql`${isIn(gardee?.membres)} and not ${isIn(gardee?.presents)}`,
  },
} satisfies Record<string, Ensemble>
