import { expect, test } from 'vitest'
import type { TypeFichier } from '../../../service/contract/imports'
import { DOUBLONS } from '../../../service/donateurs/doublons/chercher'
import { GROUPES } from '../../../service/donateurs/doublons/grouper'
import { MOTS } from '../../../service/donateurs/recherche/words'
import { derive } from '../../../service/platform/jobs/derived'
import { SIGNALEMENTS } from '../../../service/verification/trouver'
import { refresh } from '../../support/analyses'
import { importFile, waitForImport } from '../../support/imports'
import { type Chantier, ouvrirChantiers, type Travail } from '../../support/travail'

const ouvrir = await ouvrirChantiers()

/** So many cards, each with four gifts; then so many times as many. */
const PETIT = 250
const FOIS = 4

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

const fiches = (nombre: number) =>
  'contact_id;prenom;nom;ville;code_postal;email;telephone\n' +
  Array.from({ length: nombre }, (_, at) => {
    const zip = String((at * 7919) % 95_000).padStart(5, '0')
    const boite = at % 20 === 0 ? 'accueil' : `boite${at}`
    return `C${at};${PRENOMS[at % 11]};Nom${(at * 31) % (nombre / 2)};Ville${at % 300};${zip};${boite}${at % 97}@courriel.fr;06${String(at * 7).padStart(8, '0')}\n`
  }).join('')

const dons = (nombre: number, donateurs: number, plus = 0) =>
  'id;montant;date;contact;media;campagne;origine;produit\n' +
  Array.from({ length: nombre }, (_, at) => {
    const hash = Math.imul(at, 2654435761) >>> 0
    const jour = `${2018 + (hash % 8)}-${String(1 + (hash % 12)).padStart(2, '0')}-${String(1 + (hash % 28)).padStart(2, '0')}`
    return `${at};${5 + plus + (hash % 200)};${jour};C${(hash >>> 3) % donateurs};WEB;VFL${hash % 5};O${hash % 40};P${hash % 12}\n`
  }).join('')

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

/** Cards, then gifts, then some of both as others, and back; and all that follows each. */
async function travailler(donateurs: number): Promise<Travail> {
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
  return travail
}

/** A statement that goes through fewer rows for each of the base's may grow by more than they do: it had nothing to do before. */
const PEU = 15

test('A3 aucune instruction d’un import ni de ce qui le suit ne grandit plus vite que la base, quoi que la base sache d’elle-même', async () => {
  const petit = await travailler(PETIT)
  const grand = await travailler(PETIT * FOIS)
  expect(petit.size).toBeGreaterThan(300)
  const lignes = 5 * PETIT * FOIS
  const pires = [...grand]
    .map(([text, rows]) => ({ text, rows, fois: rows / (petit.get(text) ?? 1) }))
    .filter(({ rows, fois }) => rows > PEU * lignes && fois > 2 * FOIS)
  expect(pires).toEqual([])
}, 600_000)
