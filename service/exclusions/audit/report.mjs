const NUMBER = new Intl.NumberFormat('fr-FR')

const counted = (count, one, many = `${one}s`) =>
  `${NUMBER.format(count)}\u00A0${count < 2 ? one : many}`

const describe = ({ contact_id, type, survenu_le }) =>
  `${type === 'EXCLUSION' ? 'exclusion' : 'réintégration'} du donateur ${contact_id}, ${survenu_le}`

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

function describeCheckpoints({ checkpoints, unreadable, anomaly }) {
  const torn =
    unreadable > 0 ? ` ; ${counted(unreadable, 'ligne illisible', 'lignes illisibles')}` : ''
  if (checkpoints.length === 0)
    return `Points de contrôle : aucun${torn} — une fin coupée ou un journal récrit en entier ne se verraient pas`
  const verdict = anomaly ? 'voir la chaîne' : 'tous retrouvés'
  return `Points de contrôle : ${counted(checkpoints.length, 'point')}, ${verdict}${torn}`
}

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

function describeProtections({ unprotected }) {
  if (unprotected === undefined) return []
  if (unprotected.length === 0) return ['Protections        : en place']
  return [`Protections        : ABSENTES (${unprotected.join(', ')} n’est plus refusé par la base)`]
}

/** The audit in French, line by line, the verdict last. */
export const writeReport = (audit) =>
  [
    'Audit du journal des exclusions',
    `Source             : ${audit.source}`,
    ...describeChain(audit),
    describeCheckpoints(audit),
    ...describeState(audit),
    ...describeProtections(audit),
    `Résultat           : ${audit.sound ? 'journal intact' : 'JOURNAL ALTÉRÉ'}`,
  ].join('\n')
