import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import type { TypeFichier } from '#contract/imports'
import { DOUBLONS } from '../../service/donateurs/doublons/chercher'
import { GROUPES } from '../../service/donateurs/doublons/grouper'
import { MOTS } from '../../service/donateurs/recherche/words'
import { derive } from '../../service/platform/jobs/derived'
import { backup } from '../../service/programs/backup/backup'
import { restore } from '../../service/programs/backup/restore'
import { SIGNALEMENTS } from '../../service/verification/trouver'
import { refresh } from './analyses'
import { ecrireOutil, lectureDe } from './fichiers-ecrits'
import { importerOutil } from './fichiers-outil'
import { importFile, waitForImport } from './imports'
import type { Chantier, Travail } from './travail'

const PRENOMS = [
  'Anne',
  'Zoé',
  'Émile',
  'Paul',
  'Nadia',
  'Yves',
  'Chloé',
  'Jean',
  'Marie',
  'Luc',
  'Rose',
]

/** Who has the card of this place, of so many. */
const personne = (at: number, nombre: number) => ({
  prenom: PRENOMS[at % 11] ?? '',
  nom: `Nom${(at * 31) % (nombre / 2)}`,
  cp: String((at * 7919) % 95_000).padStart(5, '0'),
  email: `${at % 20 === 0 ? 'accueil' : `boite${at}`}${at % 97}@courriel.fr`,
})

const fiches = (nombre: number) =>
  'contact_id;prenom;nom;ville;code_postal;email;telephone\n' +
  Array.from({ length: nombre }, (_, at) => {
    const { prenom, nom, cp, email } = personne(at, nombre)
    return `C${at};${prenom};${nom};Ville${at % 300};${cp};${email};06${String(at * 7).padStart(8, '0')}\n`
  }).join('')

const dons = (nombre: number, donateurs: number, plus = 0) =>
  'id;montant;date;contact;media;campagne;origine;produit\n' +
  Array.from({ length: nombre }, (_, at) => {
    const hash = Math.imul(at, 2654435761) >>> 0
    const jour = `${2018 + (hash % 8)}-${String(1 + (hash % 12)).padStart(2, '0')}-${String(1 + (hash % 28)).padStart(2, '0')}`
    return `${at};${5 + plus + (hash % 200)};${jour};C${(hash >>> 3) % donateurs};WEB;VFL${hash % 5};O${hash % 40};P${hash % 12}\n`
  }).join('')

/** Gifts as a tool wrote them: a half of people who have a card, a half of others. */
const outil = (nombre: number, donateurs: number) =>
  ecrireOutil(
    Array.from({ length: nombre }, (_, at) => ({
      numero: String(at),
      commande: String(at),
      instant: new Date(Date.UTC(2024, at % 12, 1 + (at % 28), 9)),
      statut: 'Validé',
      ...personne(at % 2 === 0 ? at : donateurs + at, donateurs),
      tarif: 'Don',
      montant: 1_000 + at,
      promo: 0,
      option: 0,
      reference: '',
    })),
  )

/** What the service does by itself after an import: the searches may come before the refresh, and after it. */
async function suivre({ app, db, oublier }: Chantier): Promise<void> {
  const chercher = async () => {
    for (const derived of [MOTS, SIGNALEMENTS, DOUBLONS, GROUPES]) {
      await oublier()
      await derive(db, derived)
    }
  }
  await chercher()
  await refresh(app)
  await chercher()
  await oublier()
  await app.inject({ method: 'POST', url: '/api/controles/verifier' })
}

/** Restores a backup of the one into the other. */
async function restaurer(de: Chantier, vers: Chantier): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dons-travail-sauvegarde-'))
  const source = await de.owner.pool.connect()
  const target = await vers.owner.pool.connect()
  try {
    await restore(target, await backup(source, folder, new Date()))
  } finally {
    source.release()
    target.release()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Cards, then gifts, then some of both as others, and back, then a tool's own file, then all of it restored; and all that
 * follows each.
 */
async function travailler(
  ouvrir: (name: string) => Promise<Chantier>,
  donateurs: number,
): Promise<Travail> {
  const chantier = await ouvrir(`n${donateurs}`)
  const { app, travail } = chantier
  const importer = async (type: TypeFichier, content: string) => {
    const { status, upload_id } = await importFile(app, type, content)
    expect(status).toBe('completed')
    return upload_id
  }
  await suivre(chantier)
  await importer('donateurs', fiches(donateurs))
  await suivre(chantier)
  await importer('donations', dons(4 * donateurs, donateurs))
  await suivre(chantier)
  await importer('donateurs', fiches(donateurs).replaceAll('Ville1', 'Bourg1'))
  const corrige = await importer('donations', dons(donateurs / 2, donateurs, 1))
  await suivre(chantier)
  const undone = await app.inject({ method: 'POST', url: `/api/upload/annulation/${corrige}` })
  expect((await waitForImport(app, undone.json<{ upload_id: string }>().upload_id)).status).toBe(
    'completed',
  )
  await suivre(chantier)
  const sorts = { Validé: 'compte' } as const
  const lecture = lectureDe({ prefixe: 'T', cle: 'numero', isUtc: false, sorts })
  const { status } = await importerOutil(app, outil(donateurs, donateurs), lecture)
  expect(status.status).toBe('completed')
  await suivre(chantier)
  const restored = await ouvrir(`r${donateurs}`)
  await restaurer(chantier, restored)
  await suivre(restored)
  for (const [text, rows] of restored.travail) travail.set(text, (travail.get(text) ?? 0) + rows)
  return travail
}

/** A statement that goes through fewer rows for each of the base's may grow by more than they do: it had nothing to do before. */
const PEU = 15

/**
 * Which statements go through more rows than the base has grown by, of an import or of what follows it: for so many cards,
 * each with four gifts, and so many times as many; by `limite` times more at least.
 */
export async function listerQuiGrandissent(
  ouvrir: (name: string) => Promise<Chantier>,
  cards: number,
  fois: number,
  limite: number,
) {
  const petit = await travailler(ouvrir, cards)
  const grand = await travailler(ouvrir, cards * fois)
  expect(petit.size).toBeGreaterThan(300)
  const lignes = 5 * cards * fois
  return [...grand]
    .map(([text, rows]) => ({ text, rows, fois: rows / (petit.get(text) ?? 1) }))
    .filter((one) => one.rows > PEU * lignes && one.fois > limite)
}
