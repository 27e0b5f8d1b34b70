import { setTimeout as wait } from 'node:timers/promises'
import type { CompteFichier } from '#contract/fichiers'
import type { LectureFichier } from '#contract/lecture'
import { citer, formatInstant, plural } from '#figures/format'
import {
  type Attentes,
  attentesApercu,
  attentesCompte,
  demanderModele,
  resteADecider,
  seulModele,
} from '#files/attentes'
import { Problem } from '../../problem'
import { readStatus } from '../entries/read'
import { demandeOf } from '../fichiers/demander'
import { ouvrirFichier } from '../fichiers/fichier'
import { readApercu } from '../preview/preview'
import { type Deps, PlusTard } from './deposer'
import type { Sort } from './placer'
import { dejaImporte, noter } from './suivi'

/** Who imports, in the journal. */
const PAR = 'le dossier'

const POLL_MS = 200
/** So many accounts are made where other imports end meanwhile. */
const MOST_TRIES = 5

export interface Jugement {
  sort: Sort
  phrase: string
}

const aDecider = (questions: string[]): Jugement => ({
  sort: 'a_decider',
  phrase: questions.join(' ').slice(0, 2_000),
})

/** Judges staged files as a person would read their accounts, and imports those that ask nothing. */
export function createJuger({ db, config, outils, start }: Deps) {
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
    const reste = resteADecider(
      attentes,
      new Set(config.DEPOT_ANNEES_CLOSES ? (['annees-closes'] as const) : []),
    )
    if (reste.length > 0) return aDecider(reste.map(({ phrase }) => phrase))
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

  return { attendre, juger }
}
