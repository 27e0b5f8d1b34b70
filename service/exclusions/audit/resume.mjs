/** @import { Kept } from './checkpoints.mjs' */
/** @import { Audit } from './report.mjs' */
import { appendCheckpoint, archive } from './checkpoints.mjs'
import { GENESIS } from './event.mjs'

/**
 * Records a named person's endorsement of a log whose chain is sound although the checkpoints do not vouch for it: an
 * older backup was restored, their file is damaged, or the clock stepped back. Checkpoints that the log does not
 * contain are archived, never dropped; the new one records who, why, from where, and which dates go backwards. Every
 * later audit and the screen show it. Returns whether it was done, or unnecessary.
 * @param {{ checkpointsFile: string, resumption: { par: string, motif: string } }} settings
 * @param {Audit} audit
 * @param {Kept} kept
 */
export async function resume({ checkpointsFile, resumption }, audit, { checkpoints, fault }) {
  const { publications, registres } = audit
  const rewritten = registres?.faults ?? []
  if (audit.chain || publications?.chain || rewritten.some(({ against }) => !against)) {
    console.log('Reprise refusée : la chaîne elle-même est rompue. Restaurez une sauvegarde.')
    return false
  }
  const answeredFor = new Set(checkpoints.flatMap(({ reprise }) => reprise?.reculs ?? []))
  const reculs = audit.reculs.filter((numero) => !answeredFor.has(numero))
  const apart =
    audit.against !== undefined ||
    publications?.against !== undefined ||
    rewritten.length > 0 ||
    fault !== undefined
  if (!apart && reculs.length === 0 && checkpoints.length > 0) {
    console.log('Rien à reprendre : les points de contrôle mènent au journal.')
    return true
  }
  const le = new Date().toISOString()
  const dernier = checkpoints.at(-1)
  const anciens = apart
    ? {
        ...(await archive(checkpointsFile, le)),
        points: checkpoints.length,
        ...(dernier && { evenements: dernier.evenements, empreinte: dernier.empreinte }),
      }
    : undefined
  await appendCheckpoint(checkpointsFile, {
    evenements: audit.count,
    empreinte: audit.last?.empreinte ?? GENESIS,
    ...(publications?.last && { publications: publications.last }),
    ...(registres && { registres: registres.tetes }),
    le,
    reprise: { ...resumption, reculs: apart ? audit.reculs : reculs, ...(anciens && { anciens }) },
  })
  if (anciens) console.log(`Anciens points de contrôle mis de côté dans ${anciens.fichier}.`)
  console.log(`Journal repris : ${resumption.par} s’en porte garant (${resumption.motif}).`)
  return true
}
