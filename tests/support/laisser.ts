import { execFile } from 'node:child_process'
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { writeCheckpoint } from '../../service/exclusions/chaine'
import { connect } from '../../service/platform/database/connect'
import { migrateAsOwner } from '../../service/platform/database/prepare'
import { openRoles } from '../../service/platform/database/roles'
import { backup } from '../../service/programs/backup/backup'
import { get, getAll, refresh } from './analyses'
import { lectureDe } from './fichiers-ecrits'
import { importerOutil } from './fichiers-outil'
import { importFile } from './imports'
import { serving } from './publiee'
import { debianBinaries, startServer } from './server'

/** Debian 12's: what it dumps every newer PostgreSQL reads. */
const POSTGRESQL = 15

const CONTACTS = `contact_id;firstname;lastname;email;phone;city;zip
A;Anne;Durand;anne@ici.example;0600000001;Nantes;44000
A2;Anne;Durand;anne@ici.example;;Nantes;44000
B;Zoé;Ünal;zoe@ici.example;0600000002;Lyon;69003
C;Jean;Valjean;;0600000003;Digne;04000
D;Test;Test;test@test.fr;;Paris;75001
Q;;Quête dominicale;;;Brest;29200
`
const DONS = `id;order_amount;order_date;contact_id;codemedia_code;campaign_code;origincode_code;product_code
1;10,50;2022-03-01;A;WEB;VFL-2022;SITE;DON
2;20;2022-03-02;B;POSTAL;NOEL-2022;COURRIER;DON
3;30;2023-01-15;A;WEB;NOEL-2022;SITE;DON
4;40;2023-05-20;C;;;;
5;3050;2024-02-29;B;WEB;VFL-2024;SITE;MECENAT
6;99999;2024-03-03;D;WEB;;SITE;DON
7;12,50;2024-06-01;A2;WEB;VFL-2024;SITE;DON
8;500;2024-12-25;Q;;;;
${[1, 2, 3, 4, 5, 6].map((mois) => `1${mois};15;2025-0${mois}-05;C;PRELEVEMENT;VFL-2025;SITE;DON`).join('\n')}
`
const LATER = `id;order_amount;order_date;contact_id;codemedia_code;campaign_code;origincode_code;product_code
2;25;2022-03-02;B;POSTAL;NOEL-2022;COURRIER;DON
9;7;2022-12-31;C;;;;
`
const OUTIL = `N° paiement;Commande;Date;Statut;Prénom;Nom;Email;CP;Tarif;Montant tarif;Montant option;Montant promo;Référence
1;1;05/03/2025;Validé;Luc;LEROY;luc@ici.example;75001;Don;20,00;;;
2;2;06/03/2025;Remboursé;Luc;LEROY;luc@ici.example;75001;Don;-5,00;;;1
`
const LECTURE = lectureDe({
  prefixe: 'OUT',
  cle: 'numero',
  isUtc: false,
  sorts: { Validé: 'compte', Remboursé: 'rembourse' },
})

/** What people do with a base, an act of each kind. */
async function vivre(app: FastifyInstance): Promise<void> {
  const post = async <Answer>(url: string, payload: object): Promise<Answer> => {
    const { statusCode, body } = await app.inject({ method: 'POST', url: `/api/${url}`, payload })
    if (statusCode >= 300) throw new Error(`${url}: ${body}`)
    return JSON.parse(body) as Answer
  }
  const nom = 'Camille'
  await importFile(app, 'donateurs', CONTACTS)
  await importFile(app, 'donations', DONS)
  await refresh(app)
  await post('exclusions/exclure', { contact_id: 'D', raison: 'Essai de carte', nom })
  await post('exclusions/exclure', { contact_id: 'C', raison: 'Par erreur', nom })
  await post('exclusions/reintegrer', { contact_id: 'C', raison: 'Il donne chaque mois', nom })
  await refresh(app)
  const arrete = { publication: 2, nom: 'Présenté au conseil', malgre_suspects: true }
  await post('publications/arreter', { ...arrete, par: nom })
  await importFile(app, 'donations', LATER)
  await importerOutil(app, OUTIL, LECTURE)
  await post('fichiers/modeles', { nom: 'Caisse', lecture: LECTURE })
  const groupes = [{ principal: 'A', contacts: ['A', 'A2'] }]
  await post('donateurs/fusionner', { groupes, raison: 'Même e-mail', nom })
  await post('donateurs/collectifs', { contact_id: 'Q', collectif: true, raison: 'Quête', nom })
  const opposes = { texte: 'B\nluc@ici.example', nature: 'email', jour: '2025-04-01' }
  await post('donateurs/oppositions', { ...opposes, raison: 'Par téléphone', nom })
  await post('donateurs/remerciements', { contacts: ['B'], jour: '2024-03-10', nom })
  const gardee = { nom_liste: 'Tous', adresse: '/donateurs/liste?ensemble=tous' }
  await post('donateurs/listes-gardees', { ...gardee, nom })
  await post('donateurs/mots', {
    liste: 'essais',
    mot: 'zzz',
    retire: false,
    raison: 'Nos essais',
    nom,
  })
  await post('donateurs/regles/poids', { regle: 'B3', poids: 50, raison: 'Trop de fidèles', nom })
  const fiche = { code: 'VFL-2024', famille: 'VFL', exercice: 2024, cout: 120, envois: 1000 }
  await post('campagnes/dictionnaire', { fiches: [fiche], saisi_par: nom })
  await post('objectifs', { annee: 2025, mesure: 'montant', valeur: '1200', saisi_par: nom })
  await post('controles/comptabilite', { annee: 2024, montant: '3562.50', saisi_par: nom })
  await refresh(app)
}

/** What is asked of it: figures of every year, what people did, what was published. */
async function questions(app: FastifyInstance): Promise<string[]> {
  const { annees } = await get<{ annees: number[] }>(app, '/api/dashboard/annees')
  return [
    ...annees.flatMap((annee) =>
      [
        'dashboard/stats',
        'dashboard/stats-graphiques',
        'dashboard/stats-mensuelles',
        'analytics/nouveaux-anciens',
        'analytics/activite/stats-complet',
        'analytics/fidelite',
        'analytics/geographie',
        'analytics/couts',
        'analytics/ventilation/campagne',
      ].map((call) => `/api/${call}/${annee}`),
    ),
    '/api/dashboard/annees',
    '/api/analytics/montants/total-annuel',
    '/api/analytics/cohortes',
    '/api/donateurs/segmentation-globale',
    '/api/exclusions/historique',
    '/api/donateurs/oppositions?etat=actes',
    '/api/donateurs/fiche/A',
    '/api/campagnes/dictionnaire',
    '/api/publications',
    '/api/arretes',
    '/api/publications/difference?chiffre=montant-total&annee=2022&de=0&a=3',
  ]
}

/** Writes what a release leaves into `folder`: a dump of a small base of its own, a backup, checkpoints, answers. */
export async function laisser(folder: string): Promise<void> {
  const binaries = debianBinaries(POSTGRESQL)
  const server = await startServer({ binaries })
  try {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const { adminUrl, ownerUrl, url } = await openRoles(server.adminUrl, 'dons')
    const owner = connect(ownerUrl, { max: 1 })
    await migrateAsOwner(owner.db)
    const write = async (name: string, text: string) =>
      writeFile(path.join(folder, `${name}.gz`), await promisify(gzip)(text, { level: 9 }))
    await serving({ serviceUrl: url }, async (app, db) => {
      await writeCheckpoint(db, folder, new Date())
      await vivre(app)
      await writeCheckpoint(db, folder, new Date())
      await write('reponses.json', JSON.stringify(await getAll(app, await questions(app))))
    })
    const service = connect(url, { max: 1 })
    const client = await service.pool.connect()
    await rename(await backup(client, folder, new Date()), path.join(folder, 'sauvegarde'))
    client.release()
    await service.close()
    await owner.close()
    const noted = path.join(folder, 'checkpoints')
    await cp(path.join(noted, 'exclusions.jsonl'), path.join(folder, 'exclusions.jsonl'))
    await rm(noted, { recursive: true })
    const dump = path.join(path.dirname(binaries.postgres), 'pg_dump')
    const { stdout } = await promisify(execFile)(dump, ['--inserts', adminUrl], {
      maxBuffer: 64 * 1024 * 1024,
    })
    // Lines with which psql alone begins and ends.
    await write('base.sql', stdout.replaceAll(/^\\(?:un)?restrict .*\n/gm, ''))
  } finally {
    await server.remove()
  }
}
