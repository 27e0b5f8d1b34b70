import { CODES_DOUBLONS, type DoublonsFiltres } from '#contract/doublons'
import { csvField, csvHeader, csvLine } from '#files/csv'
import type { Db } from '../../platform/database/connect'
import { inParts, streamSnapshot } from '../../platform/database/snapshot'
import { readGroupes } from './lire'

const TITRES = [
  'Groupe',
  'Principal proposé',
  'Contact',
  'Civilité',
  'Prénom',
  'Nom',
  'Société',
  'Code postal',
  'Ville',
  'E-mail',
  'Téléphone',
  'Naissance',
  'Exclu',
  'Donations',
  'Montant (€)',
  'Premier don',
  'Dernier don',
  'Règles',
  'Sûr',
  'Raisons',
]

const GROUPES_AT_ONCE = 5_000

const said = (value: boolean | null) => (value === null ? null : value ? 'oui' : 'non')

/** Streams the proposals in the screen's order, a row for each contact, from one snapshot. */
export const writeDoublons = (
  db: Db,
  filtres: DoublonsFiltres,
  atOnce = GROUPES_AT_ONCE,
): AsyncGenerator<string> =>
  streamSnapshot(db, async function* (snapshot) {
    yield csvHeader(TITRES)
    let number = 0
    for await (const groupe of inParts(atOnce, (part) => readGroupes(snapshot, filtres, part))) {
      const { principal_propose, contacts, regles, sur, raisons } = groupe
      number += 1
      for (const fiche of contacts)
        yield csvLine([
          number,
          said(fiche.contact_id === principal_propose),
          fiche.contact_id,
          fiche.civility,
          fiche.firstname,
          fiche.lastname,
          said(fiche.is_company),
          fiche.zip,
          fiche.city,
          fiche.email,
          fiche.phone,
          fiche.birthdate,
          said(fiche.exclu),
          fiche.donations,
          csvField(fiche.montant, 'montant'),
          csvField(fiche.premier_don, 'jour'),
          csvField(fiche.dernier_don, 'jour'),
          CODES_DOUBLONS.filter((code) => regles.includes(code)).join(' '),
          said(sur),
          raisons.join(' '),
        ])
    }
  })
