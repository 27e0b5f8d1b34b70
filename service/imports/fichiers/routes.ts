import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { z } from 'zod'
import { ACTEUR } from '#contract/constants'
import {
  type CompteFichier,
  compterFichier,
  deposerFichier,
  type Fichier,
  importerFichier,
  lireFichier,
} from '#contract/fichiers'
import {
  garderModele,
  type LectureFichier,
  modeleFichier,
  modelesFichiers,
  oublierModele,
} from '#contract/lecture'
import type { Database, Db } from '../../platform/database/connect'
import { readActeur, readDecideur } from '../../platform/http/identite'
import { route } from '../../platform/http/route'
import { type Demande, type ImportOrder, refuseUnlessBegun } from '../entries/entry'
import { plusLa } from '../failure'
import { refuseAutrui } from '../staging/deposant'
import { BEAUCOUP, readHead } from '../staging/octets'
import type { Receive } from '../staging/receive'
import { lireColonnes } from './colonnes'
import { demandeOf, readDemande, verifierDemande } from './demander'
import type { Connaissances } from './deposer'
import { coupe, trouverEntete } from './entete'
import { feuilleDe, type FichierOutil, ouvrirFichier, refuseImporte } from './fichier'
import { createLectures } from './lectures'
import { garder, lireModele, listerModeles, oublier } from './modeles'
import { NOMS_CONNUS } from './noms-connus'
import { lirePrecedent } from './precedent'
import { proposer } from './proposer'
import { colonnesDuModele, reconnaitre } from './reconnaitre'
import { createTrouver } from './resoudre'

/** What a header may be known by: our fields' names, and the columns of every model. */
export async function lireConnaissances(db: Db): Promise<Omit<Connaissances, 'dossier'>> {
  const modeles = await listerModeles(db)
  return { noms: new Set([...NOMS_CONNUS, ...modeles.flatMap(colonnesDuModele)]) }
}

interface Asked {
  feuille?: string | undefined
  ligne_entete?: number | undefined
  modele?: string | undefined
}

/** A reading with the order of days that the file proves: the same tool writes them by the settings of an account. */
function ordonner(
  lecture: LectureFichier,
  noms: readonly string[],
  colonnes: Fichier['colonnes'],
): LectureFichier {
  const { order_date } = lecture.colonnes
  if (order_date === undefined) return lecture
  const place = createTrouver(noms)(order_date)
  const jours = typeof place === 'number' ? colonnes[place]?.jours : null
  return jours ? { ...lecture, jours } : lecture
}

/** A staged file's columns, and how it can be read. */
async function describe(db: Db, fichierId: string, asked: Asked): Promise<Fichier> {
  const file = await ouvrirFichier(db, fichierId)
  const { feuille, place } = feuilleDe(file, asked.feuille)
  const { head, isWhole } = await readHead(db, fichierId, place, feuille, BEAUCOUP)
  const ligne = asked.ligne_entete ?? feuille.ligneEntete
  const entete = trouverEntete(head, new Set(), coupe(feuille, ligne))
  const colonnes = lireColonnes(entete, head, isWhole)
  const at = { ligne_entete: entete.ligne, feuille: feuille.nom }
  const fits = (await listerModeles(db)).flatMap(
    (modele) => reconnaitre(modele, entete.noms, at) ?? [],
  )
  const reconnus = fits.filter(({ etat }) => etat === 'reconnu')
  const chosen =
    asked.modele === undefined
      ? reconnus.length === 1
        ? reconnus[0]
        : undefined
      : fits.find(({ id }) => id === asked.modele)
  const precedent =
    chosen === undefined && asked.modele === undefined
      ? await lirePrecedent(db, entete.noms, at)
      : undefined
  const lecture =
    chosen?.lecture ??
    precedent?.lecture ??
    proposer(colonnes, entete.noms, { ...at, nom: file.nom })
  return {
    fichier_id: fichierId,
    filename: file.nom,
    taille: file.taille,
    upload_id: file.uploadId,
    feuilles: file.feuilles.map(({ nom }) => nom).filter((nom) => nom !== ''),
    feuille: feuille.nom || null,
    ligne_entete: entete.ligne,
    colonnes,
    modeles: [...reconnus, ...fits.filter(({ etat }) => etat === 'propose')].slice(0, 20),
    precedent: precedent ? { nom: precedent.nom, le: precedent.le } : null,
    lecture: lecture && ordonner(lecture, entete.noms, colonnes),
  }
}

/** The file that a call names; throws a Problem if it is none, or waits for somebody else. */
async function fichierOf(db: Db, id: string, request: FastifyRequest): Promise<string> {
  if (!z.uuid().safeParse(id).success) throw plusLa()
  await refuseAutrui(db, id, request)
  return id
}

/** What is done with a staged file of a tool, by a call or without one. */
export interface Outils {
  decrire: (fichierId: string, asked?: Asked) => Promise<Fichier>
  compter: (fichierId: string, lecture: LectureFichier) => Promise<CompteFichier>
  /** Starts the import of what an account told. Throws a Problem where anything in it is undecided. */
  importer: (file: FichierOutil, demande: Demande, importePar: string) => Promise<void>
}

/** Grace period for readings on shutdown: they store nothing, and are read again when asked for. */
const GRACE_MS = 2_000

/** No short row of a tool's file is completed. */
const AS_IT_IS = { type: 'fichier', isCompleted: false } as const

/** Registers the calls about files of somebody's own tool; returns what they do. */
export function registerFichiers(
  app: FastifyInstance,
  deps: Database & { log: Logger; receive: Receive; start: (order: ImportOrder) => Promise<void> },
): Outils {
  const { db, receive, start, log } = deps
  const lectures = createLectures(deps, log)
  app.addHook('onClose', () => lectures.stop(GRACE_MS))
  const outils: Outils = {
    decrire: (fichierId, asked = {}) => describe(db, fichierId, asked),
    compter: async (fichierId, lecture) => {
      const file = await ouvrirFichier(db, fichierId)
      refuseImporte(file)
      return lectures.compter(file, lecture)
    },
    importer: async (file, demande, importePar) => {
      const total = await verifierDemande(db, file, demande)
      const { fichierId } = file
      await start({ ...AS_IT_IS, fichierId, importePar, outil: { demande, total } })
    },
  }

  route(app, deposerFichier, async ({ request }) => {
    const { fichierId } = await receive('fichier', request)
    return describe(db, fichierId, {})
  })
  route(app, modelesFichiers, async () => ({ modeles: await listerModeles(db) }))
  route(app, modeleFichier, ({ params }) => lireModele(db, params.id))
  route(app, garderModele, ({ body, request }) => garder(db, { ...body, par: readActeur(request) }))
  route(app, oublierModele, async ({ params, request }) => {
    await oublier(db, params.id, readActeur(request))
    return { id: params.id }
  })
  route(app, lireFichier, async ({ params, query, request }) =>
    describe(db, await fichierOf(db, params.fichier_id, request), query),
  )
  route(app, compterFichier, async ({ params, body, request }) =>
    outils.compter(await fichierOf(db, params.fichier_id, request), body),
  )
  route(app, importerFichier, async ({ params, body, request }) => {
    const fichierId = await fichierOf(db, params.fichier_id, request)
    const file = await ouvrirFichier(db, fichierId)
    if (file.uploadId !== null) {
      if ('empreinte' in body)
        await refuseUnlessBegun(db, { ...AS_IT_IS, fichierId }, body.empreinte)
      return { upload_id: file.uploadId }
    }
    if (!('lecture' in body || 'reprendre' in body)) throw plusLa()
    const demande = 'lecture' in body ? await demandeOf(db, body) : await readDemande(db, fichierId)
    const nom = 'lecture' in body ? body.nom : undefined
    await outils.importer(file, demande, readDecideur(request, nom) ?? ACTEUR)
    return { upload_id: fichierId }
  })
  return outils
}
