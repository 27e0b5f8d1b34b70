import { sql } from 'kysely'
import { AXES } from '#contract/axes'
import { CODES_AU_PLUS } from '#contract/ventilation'
import { citer } from '#figures/format'
import { codesOfFact, codesOfFamilies, largestCodes } from '../../../platform/database/axes'
import type { Condition, Demande, Ensemble } from './ensemble'

const nomDe = ({ axe = 'campagne' }: Demande) => AXES[axe].nom.toLowerCase()

/** The codes of a donor's gifts in a year; of families those of the campaigns. */
const codesDe = ({ axe = 'campagne' }: Demande) => codesOfFact(axe === 'famille' ? 'campagne' : axe)

/** « le code média », « la famille de campagnes » */
const leCode = (demande: Demande, possessif = false) => {
  const article = demande.axe === 'famille' ? ['la', 'sa'] : ['le', 'son']
  return `${article[possessif ? 1 : 0]} ${nomDe(demande)}`
}

const premiersRangs = ({ axe = 'campagne', annee }: Demande) =>
  sql`array${largestCodes(annee, axe)}`

const desFamilles = ({ annee }: Demande, condition: Condition) =>
  sql`array${codesOfFamilies(annee, condition)}`

interface ParCode {
  /** The codes in words, following « le code média est ». */
  mots: (demande: Demande) => string
  /** Whether the first gift's code is one of them. */
  premier: (demande: Demande) => Condition
  /** Whether any gift's code is one of them. */
  tous: (demande: Demande) => Condition
}

/** Donors with a gift bearing some codes in the year; for `premier`, new donors whose first gift does. */
const parCode = ({ mots, premier, tous }: ParCode): Ensemble => ({
  faits: 'annees_du_moment',
  titre: (demande) =>
    `${demande.premier ? 'Nouveaux donateurs' : 'Donateurs'} de ${demande.annee}, ${nomDe(demande)} ${mots(demande)}`,
  definition: (demande) =>
    demande.premier
      ? `Ont fait leur premier don en ${demande.annee}, et ${leCode(demande, true)} est ${mots(demande)}.`
      : `Ont fait en ${demande.annee} au moins un don dont ${leCode(demande)} est ${mots(demande)}. Le montant est celui de tous leurs dons de l’année.`,
  montants: ({ annee }) => `Montant ${annee}`,
  condition: (demande) =>
    demande.premier
      ? sql`faits.annee = ${demande.annee} and faits.annee_precedente is null and ${premier(demande)}`
      : sql`faits.annee = ${demande.annee} and ${tous(demande)}`,
})

const { premier: PREMIERE, autres: AUTRES } = codesOfFact('campagne')

/** A gift under some campaign codes: those of one family, or of families without their own row. */
const parmi = (codes: (demande: Demande) => ReturnType<typeof sql>) => ({
  premier: (demande: Demande): Condition => sql`${PREMIERE} = any (${codes(demande)})`,
  tous: (demande: Demande): Condition =>
    sql`array_append(${AUTRES}, ${PREMIERE}) && ${codes(demande)}`,
})

const DE_LA_FAMILLE = parmi((demande) => desFamilles(demande, sql`famille = ${demande.valeur}`))
const DES_AUTRES_FAMILLES = parmi((demande) =>
  desFamilles(demande, sql`famille <> all (${premiersRangs(demande)})`),
)

const DES_CHIFFREES = parmi(
  ({ annee, avec_cout }) => sql`array(
    select code
    from campagnes_en_vigueur
    where exercice = ${annee} and ${avec_cout ? sql`cout is not null` : sql`num_nonnulls(cout, envois) > 0`}
  )`,
)

export const VENTILATION = {
  code: parCode({
    mots: ({ valeur = '' }) => citer(valeur),
    premier: (demande) =>
      demande.axe === 'famille'
        ? DE_LA_FAMILLE.premier(demande)
        : sql`${codesDe(demande).premier} = ${demande.valeur}`,
    tous: (demande) => {
      if (demande.axe === 'famille') return DE_LA_FAMILLE.tous(demande)
      const { premier, autres } = codesDe(demande)
      return sql`(${premier} = ${demande.valeur} or ${demande.valeur} = any (${autres}))`
    },
  }),
  autres_codes: parCode({
    mots: () => `un autre que les ${CODES_AU_PLUS} premiers de l’année`,
    premier: (demande) =>
      demande.axe === 'famille'
        ? DES_AUTRES_FAMILLES.premier(demande)
        : sql`${codesDe(demande).premier} <> all (${premiersRangs(demande)})`,
    tous: (demande) => {
      if (demande.axe === 'famille') return DES_AUTRES_FAMILLES.tous(demande)
      const { premier, autres } = codesDe(demande)
      return sql`not array_append(${autres}, ${premier}) <@ ${premiersRangs(demande)}`
    },
  }),
  campagnes_chiffrees: parCode({
    mots: ({ annee, avec_cout }) =>
      avec_cout
        ? `un de ceux dont le coût de ${annee} est connu`
        : `un de ceux dont le coût ou les envois de ${annee} sont connus`,
    ...DES_CHIFFREES,
  }),
} satisfies Record<string, Ensemble>
