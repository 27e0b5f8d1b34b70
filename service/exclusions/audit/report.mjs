/** @import { Arretes } from './arretes.mjs' */
/** @import { Controls } from './controls.mjs' */
/** @import { Kept } from './checkpoints.mjs' */
/** @import { Decisions } from './database.mjs' */
/** @import { Dons } from './dons.mjs' */
/** @import { Faits } from './faits.mjs' */
/** @import { Event } from './event.mjs' */
/** @import { Protections } from './protections.mjs' */
/** @import { Publications } from './publications.mjs' */
/** @import { Registres } from './suivis.mjs' */
/** @import { Chain } from './verify.mjs' */
import { describeArretes, printable } from './arretes.mjs'
import { describeControls } from './controls.mjs'
import { describeDons } from './dons.mjs'
import { describeFaits } from './faits.mjs'
import { describeGroups } from './groupes.mjs'
import { describePublications } from './publications.mjs'
import { describeRegistres } from './suivis.mjs'

/**
 * Findings of an audit; for an exported file, the chain only.
 * @typedef {object} Findings
 * @property {string} source
 * @property {{ contact_id: string, excluded: boolean }[]} [differences]
 * @property {string[]} [groupDifferences]
 * @property {Decisions} [decisions]
 * @property {Protections} [protections]
 * @property {Publications} [publications]
 * @property {Registres} [registres]
 * @property {Arretes} [arretes]
 * @property {Dons} [dons]
 * @property {Faits} [faits]
 * @property {Controls} [controls]
 */

/** @typedef {Chain & Findings} Audit */
/** @typedef {'sound' | 'altered' | 'republished' | 'rewritten' | 'resealed' | 'unvouched' | 'falsified' | 'misreckoned' | 'disagreeing'} Verdict */

const NUMBER = new Intl.NumberFormat('fr-FR')

/** @type {(count: number, one: string, many?: string) => string} */
const counted = (count, one, many = `${one}s`) =>
  `${NUMBER.format(count)}\u00A0${count < 2 ? one : many}`

/** @type {Record<string, string>} */
const NAMES = {
  EXCLUSION: 'exclusion',
  REINTEGRATION: 'réintégration',
  FUSION: 'fusion',
  SEPARATION: 'séparation',
  DISTINCTS: 'distinction',
}

/** @param {Event} event */
const describe = ({ contact_id, contact_principal, type, raison, survenu_le }) =>
  type === 'ARRETE'
    ? `arrêté «\u00A0${printable(raison)}\u00A0», ${survenu_le}`
    : `${NAMES[type] ?? type} du donateur ${printable(contact_id)}${contact_principal ? ` et de ${printable(contact_principal)}` : ''}, ${survenu_le}`

/** @param {Chain} chain */
function describeChain({ count, first, last, anomaly }) {
  const lines = [`Événements         : ${counted(count, 'événement')}`]
  if (first && last) lines.push(`                     du ${first.survenu_le} au ${last.survenu_le}`)
  if (last) lines.push(`Dernière empreinte : ${last.empreinte}`)
  if (!anomaly) return [...lines, 'Chaîne             : intacte']
  lines.push(`Chaîne             : ROMPUE à l’événement n° ${anomaly.numero}`)
  lines.push(`                     ${anomaly.constat}`)
  if (anomaly.evenement) lines.push(`                     (${describe(anomaly.evenement)})`)
  return lines
}

/** @param {Chain & Kept} audit */
function describeCheckpoints({ file, checkpoints, torn, fault, anomaly, count }) {
  const cut = torn ? ` ; 1\u00A0ligne illisible, coupée par une panne` : ''
  const damage = fault ? [`                     FICHIER ABÎMÉ : ${fault} (${file})`] : []
  if (checkpoints.length === 0)
    return [
      `Points de contrôle : aucun${cut} — une fin coupée ou un journal récrit en entier ne se verraient pas`,
      ...damage,
    ]
  const verdict = anomaly ? 'voir la chaîne' : 'tous retrouvés'
  const newer = count - Math.max(...checkpoints.map(({ evenements }) => evenements))
  return [
    `Points de contrôle : ${counted(checkpoints.length, 'point')}, ${verdict}${cut}`,
    ...(newer > 0 ? [`                     ${counted(newer, 'événement')} depuis le dernier`] : []),
    ...damage,
  ]
}

/**
 * Who endorsed the log although earlier checkpoints did not, and the dates that go backwards.
 * @param {Chain & Kept} audit
 */
function describeResumptions({ checkpoints, reculs }) {
  return checkpoints
    .flatMap(({ le, evenements, reprise }) => {
      if (!reprise) return []
      const { par, motif, anciens } = reprise
      return [
        `Reprise            : le ${le}, ${par} s’est porté garant du journal jusqu’à l’événement n° ${evenements}`,
        `                     motif : ${motif}`,
        ...(anciens
          ? [`                     anciens points de contrôle : ${anciens.fichier}`]
          : []),
      ]
    })
    .concat(
      reculs.length > 0
        ? [`Dates              : reculent à l’événement n° ${reculs.slice(0, 20).join(', ')}`]
        : [],
    )
}

/** @param {Findings} findings */
function describeState({ differences }) {
  if (differences === undefined) return []
  if (differences.length === 0) return ['État courant       : conforme au journal']
  return [
    `État courant       : DIFFÉRENT du journal pour ${counted(differences.length, 'donateur')}`,
    ...differences
      .slice(0, 10)
      .map(
        ({ contact_id, excluded }) =>
          `                     ${contact_id} : ${excluded ? 'noté exclu, le journal dit le contraire' : 'exclu selon le journal, noté autrement'}`,
      ),
  ]
}

/**
 * The judgements « légitime », which are not chained: only the protections below cover them.
 * @param {Findings} findings
 */
function describeDecisions({ decisions }) {
  if (decisions === undefined) return []
  const { nombre, premiere, derniere } = decisions
  return [
    `Jugés légitimes    : ${counted(nombre, 'décision')}`,
    ...(nombre > 0 ? [`                     du ${premiere} au ${derniere}`] : []),
  ]
}

/** @param {Findings} findings */
function describeProtections({ protections }) {
  if (protections === undefined) return []
  const { open, faults } = protections
  if (open.length === 0 && faults.length === 0) return ['Protections        : en place']
  return [
    open.length > 0
      ? `Protections        : ABSENTES (${open.join(', ')} n’est plus refusé par la base)`
      : 'Protections        : MODIFIÉES',
    ...faults.map((fault) => `                     ${fault}`),
  ]
}

/** @type {Record<Verdict, string>} */
const VERDICTS = {
  sound: 'journal intact',
  altered: 'JOURNAL ALTÉRÉ',
  republished: 'journal intact, mais PUBLICATIONS ALTÉRÉES',
  rewritten: 'journal intact, mais REGISTRES ALTÉRÉS',
  resealed: 'journal intact, mais ARRÊTÉ ALTÉRÉ',
  falsified: 'journal intact, mais DONS ALTÉRÉS',
  misreckoned: 'journal intact, mais FAITS PUBLIÉS ALTÉRÉS',
  disagreeing: 'journal intact, mais CONTRÔLES EN ÉCART',
  unvouched: 'journal intact en lui-même, mais SANS POINT DE CONTRÔLE',
}

/**
 * Writes the audit in French, line by line, verdict last.
 * @param {Audit & Kept & { verdict: Verdict }} audit
 */
export const writeReport = (audit) =>
  [
    'Audit du journal des exclusions',
    `Source             : ${audit.source}`,
    ...describeChain(audit),
    ...describeCheckpoints(audit),
    ...describeResumptions(audit),
    ...describeState(audit),
    ...describeGroups(audit),
    ...describeDecisions(audit),
    ...describeProtections(audit),
    ...describePublications(audit.publications),
    ...describeRegistres(audit.registres),
    ...describeArretes(audit.arretes),
    ...describeDons(audit.dons),
    ...describeFaits(audit.faits),
    ...describeControls(audit.controls),
    `Résultat           : ${VERDICTS[audit.verdict]}`,
  ].join('\n')
