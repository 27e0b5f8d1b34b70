import type { FileHandle } from 'node:fs/promises'
import { addAbortSignal, Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ColonneLue, CompteFichier } from '#contract/fichiers'
import type { TypeImport } from '#contract/imports'
import type { LectureFichier } from '#contract/lecture'
import { citer, formatInstant, inParis, plural } from '#figures/format'
import {
  type Attentes,
  attentesApercu,
  attentesCompte,
  demanderModele,
  resteADecider,
  seulModele,
} from '#files/attentes'
import type { Config } from '../../config'
import type { Metrics } from '../../metrics'
import type { Db } from '../../platform/database/connect'
import { Problem } from '../../problem'
import type { ImportOrder } from '../entries/entry'
import { readStatus } from '../entries/read'
import { lireColonnes } from '../fichiers/colonnes'
import { demandeOf } from '../fichiers/demander'
import { trouverEntete } from '../fichiers/entete'
import { ouvrirFichier } from '../fichiers/fichier'
import { listerModeles } from '../fichiers/modeles'
import { reconnaitre } from '../fichiers/reconnaitre'
import type { Outils } from '../fichiers/routes'
import { detectDialect } from '../parsing/dialect/dialect'
import { createHead } from '../parsing/dialect/head'
import { createDecoder } from '../parsing/encoding/decoder'
import { readApercu } from '../preview/preview'
import { leave } from '../staging/forget'
import type { Reception } from '../staging/receive'
import { type Entree, etatDe, lire, ouvrir } from './entrees'
import { Ailleurs, placer, type Sort } from './placer'
import { commencer, dejaImporte, noter, oublier, type Suivi } from './suivi'

/** Who imports, in the journal. */
const PAR = 'le dossier'
/** The pseudonym of who stages: no name, and no address. */
const DEPOSANT = '*dossier'

const POLL_MS = 200
/** So many accounts are made where other imports end meanwhile. */
const MOST_TRIES = 5

/** What the folder is made of. */
export interface Deps {
  db: Db
  config: Config
  log: Logger
  metrics: Metrics
  reception: Reception
  outils: Outils
  start: (order: ImportOrder) => Promise<void>
}

/** It is not done with, and tried again: the sentence says why. */
export class PlusTard extends Error {}

/**
 * Of which of both files a header is, or that of another tool, and the model that reads it: the file is read from its beginning.
 * One with a column of amounts is no file of donors, whatever else it names.
 */
export async function typeDe(
  db: Db,
  file: FileHandle,
  nom: string,
): Promise<{ type: TypeImport; modele?: string }> {
  if (!/\.csv$/i.test(nom)) return { type: 'fichier' }
  const [head, decoder] = [createHead(), createDecoder()]
  for await (const chunk of lire(file)) if (head.push(decoder.decode(chunk))) break
  head.push(decoder.end())
  const bytes = head.take()
  const dialectOf = (type: 'donateurs' | 'donations') => {
    try {
      return detectDialect(type, bytes)
    } catch (error) {
      if (error instanceof Problem) return undefined
      throw error
    }
  }
  const [ofDonateurs, ofDonations] = [dialectOf('donateurs'), dialectOf('donations')]
  // Whose header is that of both is neither: donor and gift on one row.
  const dialect = ofDonateurs && ofDonations ? undefined : (ofDonateurs ?? ofDonations)
  if (!dialect) return { type: 'fichier' }
  const asked = { delimiteur: dialect.delimiter, ligne: dialect.headerLine }
  const entete = trouverEntete(bytes, new Set(), asked)
  const isAmount = ({ propose, suppose }: ColonneLue) => propose === 'plus' && !suppose
  if (ofDonateurs && lireColonnes(entete, bytes, false).some(isAmount)) return { type: 'fichier' }
  const at = { ligne_entete: entete.ligne, feuille: '' }
  const [modele] = (await listerModeles(db)).filter(
    (one) => reconnaitre(one, entete.noms, at)?.etat === 'reconnu',
  )
  return { type: ofDonateurs ? 'donateurs' : 'donations', ...(modele && { modele: modele.nom }) }
}

/** Stages an open file for somebody. Throws PlusTard where it changed meanwhile. */
export function deposer(
  { reception }: Pick<Deps, 'reception'>,
  file: FileHandle,
  {
    nom,
    type,
    taille,
    deposant = DEPOSANT,
    signal,
  }: { nom: string; type: TypeImport; taille: number; deposant?: string; signal?: AbortSignal },
): Promise<string> {
  // What is written behind the size that was seen is not read; the file is then another at the end.
  const octets = Readable.from(lire(file, taille))
  if (signal) addAbortSignal(signal, octets)
  const before = etatDe(file)
  return reception
    .deposer({
      type,
      nom,
      taille,
      deposant,
      octets,
      verifier: async () => {
        if ((await etatDe(file)) !== (await before)) throw new PlusTard(`${nom} s’écrit encore.`)
      },
    })
    .finally(() => octets.destroy())
}

interface Jugement {
  sort: Sort
  phrase: string
}

const aDecider = (questions: string[]): Jugement => ({
  sort: 'a_decider',
  phrase: questions.join(' ').slice(0, 2_000),
})

/** Takes files of the folder, one after the other, by what the calls of the screens do. */
export function createPrendre(deps: Deps) {
  const { db, config, log, metrics, outils, start } = deps

  const attendre = async (fichierId: string, signal: AbortSignal): Promise<Jugement> => {
    for (;;) {
      const { status, message, errors, resultat, outil } = await readStatus(db, fichierId)
      if (status === 'error') throw new PlusTard([message, ...errors].join(' '))
      if (status === 'completed') {
        const rejets = resultat?.rejetes ?? 0
        const nouveaux = outil?.donateurs?.inseres ?? 0
        const more = [
          ...(nouveaux > 0
            ? [`${plural(nouveaux, 'nouveau donateur', 'nouveaux donateurs')}.`]
            : []),
          ...(rejets > 0 ? [`${plural(rejets, 'ligne rejetée', 'lignes rejetées')}.`] : []),
        ]
        return { sort: 'importe', phrase: [message, ...more].join(' ') }
      }
      signal.throwIfAborted()
      await wait(POLL_MS)
    }
  }

  /** The account asks nothing: imports, or says that nothing is to change. */
  const decider = async (
    attentes: Attentes,
    sha256: string,
    importer: () => Promise<void>,
    finished: () => Promise<Jugement>,
  ): Promise<Jugement> => {
    const before = attentes.rien ? await dejaImporte(db, sha256) : null
    if (before)
      return {
        sort: 'importe',
        phrase: `Déjà importé le ${formatInstant(before.toISOString())}\u00A0: rien n’a changé.`,
      }
    const reste = resteADecider(attentes, {
      annees: config.DEPOT_ANNEES_CLOSES,
      arretes: false,
    })
    if (reste.length > 0) return aDecider(reste)
    if (attentes.rien)
      return { sort: 'importe', phrase: 'Tout y était déjà enregistré\u00A0: rien n’a changé.' }
    await importer()
    return finished()
  }

  const compter = async (fichierId: string, lecture: LectureFichier, signal: AbortSignal) => {
    for (;;) {
      const read: CompteFichier = await outils.compter(fichierId, lecture)
      if (read.compte) return { empreinte: read.empreinte, compte: read.compte }
      signal.throwIfAborted()
      await wait(POLL_MS)
    }
  }

  const jugerOutil = async (
    fichierId: string,
    sha256: string,
    signal: AbortSignal,
    finished: () => Promise<Jugement>,
  ): Promise<Jugement> => {
    const { modeles } = await outils.decrire(fichierId)
    const modele = seulModele(modeles)
    if (!modele) return aDecider([demanderModele(modeles)])
    const { lecture } = await outils.decrire(fichierId, { modele: modele.id })
    if (!lecture) return aDecider([`Le modèle ${modele.nom} ne lit pas ce fichier.`])
    for (let tried = 1; ; tried++)
      try {
        const { empreinte, compte } = await compter(fichierId, lecture, signal)
        return await decider(
          attentesCompte(compte, lecture),
          sha256,
          async () => {
            const demande = await demandeOf(db, { lecture, empreinte, modele: modele.id })
            await outils.importer(await ouvrirFichier(db, fichierId), demande, PAR)
          },
          finished,
        )
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        // How the file is read is somebody's choice.
        if (error.code === 'invalide') return aDecider([error.message])
        if (error.code !== 'conflit' || tried === MOST_TRIES) throw error
        // Another import has ended since: the account is made anew.
        signal.throwIfAborted()
        await wait(POLL_MS)
      }
  }

  const juger = async (
    depotId: string,
    fichierId: string,
    modele: string | undefined,
    signal: AbortSignal,
  ): Promise<Jugement> => {
    const { type, sha256 } = await db
      .selectFrom('fichiers')
      .select(['type', 'sha256'])
      .where('fichier_id', '=', fichierId)
      .executeTakeFirstOrThrow()
    await noter(db, depotId, { sha256, fichier_id: fichierId })
    const finished = () => attendre(fichierId, signal)
    if (type === 'fichier') return jugerOutil(fichierId, sha256, signal, finished)
    if (modele !== undefined)
      return aDecider([
        `Ce fichier se lit sous l’onglet ${type === 'donateurs' ? 'Donateurs' : 'Donations'}, et par le modèle ${citer(modele)}\u00A0: lequel\u202F?`,
      ])
    const attentes = attentesApercu(await readApercu(db, fichierId, false))
    const order = { type, fichierId, isCompleted: false, importePar: PAR }
    return decider(attentes, sha256, () => start(order), finished)
  }

  /** Moves a file to where its fate has it lie, and notes that: the end. */
  const finir = async (
    depotId: string,
    { chemin, nom }: Pick<Entree, 'chemin' | 'nom'>,
    file: FileHandle,
    { sort, phrase }: Jugement,
  ): Promise<void> => {
    const [jour] = inParis(new Date())
    const announce = (place: string) => noter(db, depotId, { chemin: place })
    const place = await placer(
      config.DEPOT_DIR ?? '',
      { chemin, nom, file },
      { sort, jour, ...(sort === 'refuse' && { raison: phrase }) },
      announce,
    ).catch((error: unknown) => {
      if (error instanceof Ailleurs) return null
      throw error
    })
    if (place === null && sort !== 'importe') {
      await oublier(db, depotId)
      throw new PlusTard(`${nom} a changé ou n’est plus là.`)
    }
    const gone = place === null ? ' Le fichier lui-même n’est plus à sa place.' : ''
    await noter(db, depotId, { sort, phrase: phrase + gone, chemin: place })
    metrics.depotFichiers.inc({ sort })
    log.info({ fichier: nom, sort, chemin: place }, 'fichier du dossier')
  }

  /** Ends what was begun with a file whose import has ended; false where there is none such. */
  const reprendre = async (
    suivi: Suivi | undefined,
    entree: Entree,
    file: FileHandle,
    signal: AbortSignal,
  ): Promise<boolean> => {
    if (!suivi) return false
    if (suivi.statut !== null && suivi.fichier_id !== null) {
      await finir(suivi.depot_id, entree, file, await attendre(suivi.fichier_id, signal))
      return true
    }
    if (suivi.fichier_id !== null) await leave(db, suivi.fichier_id)
    await oublier(db, suivi.depot_id)
    return false
  }

  return {
    finir,
    /** Takes one file to its end. Throws PlusTard, a Problem or an error of the system where it is to be tried again. */
    prendre: async (
      entree: Entree,
      suivi: Suivi | undefined,
      signal: AbortSignal,
    ): Promise<void> => {
      const file = await ouvrir(entree.chemin, entree.marque)
      if (!file) return
      try {
        if (await reprendre(suivi, entree, file, signal)) return
        const depotId = await commencer(db, entree)
        let fichierId: string | undefined
        try {
          const { type, modele } = await typeDe(db, file, entree.nom)
          fichierId = await deposer(deps, file, { ...entree, type, signal })
          const jugement = await juger(depotId, fichierId, modele, signal)
          if (!(await isImported(fichierId))) {
            await leave(db, fichierId)
            await noter(db, depotId, { fichier_id: null })
          }
          await finir(depotId, entree, file, jugement)
        } catch (error) {
          const isRefused =
            error instanceof Problem &&
            (error.code === 'invalide' ||
              (error.code === 'trop_grand' && entree.taille > config.UPLOAD_MAX_BYTES))
          if (isRefused) {
            await finir(depotId, entree, file, { sort: 'refuse', phrase: error.message })
            return
          }
          // What the database knows of an import stays noted, and is found again.
          if (!fichierId || !(await isImported(fichierId))) {
            if (fichierId) await leave(db, fichierId)
            await oublier(db, depotId)
          }
          throw error
        }
      } finally {
        await file.close()
      }
    },
  }

  async function isImported(fichierId: string): Promise<boolean> {
    const found = await db
      .selectFrom('imports')
      .select('statut')
      .where('fichier_id', '=', fichierId)
      .where('statut', '<>', 'error')
      .executeTakeFirst()
    return found !== undefined
  }
}
