/** @import { Client } from 'pg' */

const COLUMNS = [
  'numero',
  'evenement_id',
  'contact_id',
  'type',
  'raison',
  'exclu_par',
  'identite',
  'survenu_le',
  'donations_concernees',
  'montant_concerne',
  'contact_principal',
  'connues',
  'empreinte_precedente',
  'empreinte',
]

const DECISION_COLUMNS = [
  'decision_id',
  'contact_id',
  'nature',
  'raison',
  'decide_par',
  'identite',
  'decide_le',
  'points',
  'connues',
]

const ENTRY_COLUMNS = ['numero', 'nature', 'fichier_id', 'par', 'motif', 'ecrite_le', 'empreinte']

const SUM_COLUMNS = ['annee', 'tranche', 'dons', 'centimes', 'empreintes', 'empreintes_pesees']

const ONE_SUM = 'ecriture = (select min(ecriture) from public.sommes_dons)'
const ONE_TOTAL = 'numero = (select min(numero) from public.totaux_comptables)'
const ONE_CAMPAIGN = 'numero = (select min(numero) from public.campagnes_versions)'
const ONE_AIM = 'numero = (select min(numero) from public.objectifs)'
const ONE_OPPOSITION = 'numero = (select max(numero) from public.oppositions_actes)'
const ONE_ENTRY = 'numero = (select min(numero) from public.ecritures_dons)'
/** Changes to a publication, with values that differ from the stored ones. */
const PUBLICATION_CHANGES = [
  "publications set publie_le = publie_le + interval '1 day'",
  'publications set evenement = evenement + 1',
  "publications set empreinte = repeat('0', 64)",
  "publications_lignes set ligne = ligne || ' '",
  'publications_lignes set depuis = depuis + 1',
  'publications_causes set rang = rang + 1000',
  "publications_causes set le = le + interval '1 day'",
  'publications_effets set montant = montant + 1',
]

const PUBLICATION_TABLES = [
  'publications',
  'publications_lignes',
  'publications_causes',
  'publications_effets',
]

const ONE_DECISION =
  'decision_id = (select decision_id from public.decisions_legitimes order by decide_le limit 1)'

const ONE_WEIGHT = 'numero = (select max(numero) from public.poids_regles)'

/**
 * Statements that must be refused to anyone: update of any column, delete, truncate.
 * @type {[what: string, statement: string][]}
 */
const FORBIDDEN = [
  ...COLUMNS.map(
    (column) =>
      /** @type {[string, string]} */ ([
        'update',
        `update public.evenements_exclusion set ${column} = ${column} where numero = (select min(numero) from public.evenements_exclusion)`,
      ]),
  ),
  [
    'delete',
    'delete from public.evenements_exclusion where numero = (select max(numero) from public.evenements_exclusion)',
  ],
  ['truncate', 'truncate public.evenements_exclusion'],
  ...DECISION_COLUMNS.map(
    (column) =>
      /** @type {[string, string]} */ ([
        'update des décisions',
        `update public.decisions_legitimes set ${column} = ${column} where ${ONE_DECISION}`,
      ]),
  ),
  ['delete des décisions', `delete from public.decisions_legitimes where ${ONE_DECISION}`],
  ['truncate des décisions', 'truncate public.decisions_legitimes'],
  ...ENTRY_COLUMNS.map(
    (column) =>
      /** @type {[string, string]} */ ([
        'update des écritures',
        `update public.ecritures_dons set ${column} = ${column} where ${ONE_ENTRY}`,
      ]),
  ),
  ['delete des écritures', `delete from public.ecritures_dons where ${ONE_ENTRY}`],
  ['truncate des écritures', 'truncate public.ecritures_dons cascade'],
  ...SUM_COLUMNS.map(
    (column) =>
      /** @type {[string, string]} */ ([
        'update des sommes',
        `update public.sommes_dons set ${column} = ${column} where ${ONE_SUM}`,
      ]),
  ),
  ['delete des sommes', `delete from public.sommes_dons where ${ONE_SUM}`],
  ['truncate des sommes', 'truncate public.sommes_dons'],
  ...['annee', 'mois', 'montant', 'motif', 'saisi_par', 'saisi_le'].map(
    (column) =>
      /** @type {[string, string]} */ ([
        'update des totaux',
        `update public.totaux_comptables set ${column} = ${column} where ${ONE_TOTAL}`,
      ]),
  ),
  ['delete des totaux', `delete from public.totaux_comptables where ${ONE_TOTAL}`],
  ['truncate des totaux', 'truncate public.totaux_comptables'],
  ...['regle', 'poids', 'raison', 'decide_par', 'decide_le', 'exclus', 'legitimes'].map(
    (column) =>
      /** @type {[string, string]} */ ([
        'update des poids',
        `update public.poids_regles set ${column} = ${column} where ${ONE_WEIGHT}`,
      ]),
  ),
  ['delete des poids', `delete from public.poids_regles where ${ONE_WEIGHT}`],
  ['truncate des poids', 'truncate public.poids_regles'],
  ...['code', 'nom', 'famille', 'exercice', 'cout', 'envois', 'saisi_par', 'saisi_le'].map(
    (column) =>
      /** @type {[string, string]} */ ([
        'update des campagnes',
        `update public.campagnes_versions set ${column} = ${column} where ${ONE_CAMPAIGN}`,
      ]),
  ),
  ['delete des campagnes', `delete from public.campagnes_versions where ${ONE_CAMPAIGN}`],
  ['truncate des campagnes', 'truncate public.campagnes_versions'],
  ...['annee', 'mesure', 'famille', 'valeur', 'saisi_par', 'saisi_le'].map(
    (column) =>
      /** @type {[string, string]} */ ([
        'update des objectifs',
        `update public.objectifs set ${column} = ${column} where ${ONE_AIM}`,
      ]),
  ),
  ['delete des objectifs', `delete from public.objectifs where ${ONE_AIM}`],
  ['truncate des objectifs', 'truncate public.objectifs'],
  ...['levee', 'nature', 'contact_id', 'adresse', 'jour', 'raison', 'par', 'ecrit_le'].map(
    (column) =>
      /** @type {[string, string]} */ ([
        'update des oppositions',
        `update public.oppositions_actes set ${column} = ${column} where ${ONE_OPPOSITION}`,
      ]),
  ),
  ['delete des oppositions', `delete from public.oppositions_actes where ${ONE_OPPOSITION}`],
  ['truncate des oppositions', 'truncate public.oppositions_actes'],
  ...PUBLICATION_CHANGES.map(
    (change) =>
      /** @type {[string, string]} */ ([
        `update de ${change.split(' ', 1)[0]}`,
        `update public.${change}`,
      ]),
  ),
  ...PUBLICATION_TABLES.flatMap(
    (table) =>
      /** @type {[string, string][]} */ ([
        [`delete de ${table}`, `delete from public.${table}`],
        [`truncate de ${table}`, `truncate public.${table} cascade`],
      ]),
  ),
]

/**
 * Tries what the database must refuse to anyone, in a transaction that is rolled back. Returns what it let pass; row
 * statements cannot be tried on an empty log.
 * @param {Pick<Client, 'query'>} client
 */
export async function tryForbidden(client) {
  /** @type {Set<string>} */
  const passed = new Set()
  await client.query('begin')
  try {
    await client.query("set local lock_timeout = '2s'")
    for (const [what, statement] of FORBIDDEN) {
      await client.query('savepoint essai')
      const { rowCount } = await client.query(statement).catch(() => ({ rowCount: 0 }))
      if (rowCount === null || rowCount > 0) passed.add(what)
      await client.query('rollback to essai')
    }
  } finally {
    await client.query('rollback')
  }
  return [...passed]
}
