import { setTimeout as wait } from 'node:timers/promises'
import {
  type ApercuDonateurs,
  type ApercuDonations,
  apercu,
  previewDonateurs,
  previewDonations,
} from '#contract/apercus'
import {
  type CompteFichier,
  compterFichier,
  deposerFichier,
  importerFichier,
  lireFichier,
} from '#contract/fichiers'
import {
  uploadDonateurs,
  uploadDonations,
  type UploadStatus,
  uploadStatus,
} from '#contract/imports'
import { type LectureFichier, modelesFichiers } from '#contract/lecture'
import { fraicheur } from '#contract/rafraichissement'
import { citer, formatCount, formatMoney, plural } from '#figures/format'
import {
  type Attentes,
  attentesApercu,
  attentesCompte,
  demanderModele,
  REJETEES,
  resteADecider,
  seulModele,
} from '#files/attentes'
import { type Appel, Refus } from '../appel/appel'
import { type Avancement, lignesParSeconde } from './avancement'
import { Arret, type Demande, FIN } from './demande'
import { ouvrirFichier } from './fichier'

const POLL_MS = 250

/** A file and what its account says; how it is imported, once that asks nothing. */
interface Compte {
  nom: string
  type: 'donateurs' | 'donations' | 'fichier'
  compte: ApercuDonateurs | ApercuDonations | CompteFichier | null
  attentes: Attentes
  /** Where a person goes on from there, below the application's address. */
  suite: string
  importer: () => Promise<string>
  /** The account again, where another import ended meanwhile. */
  recompter: () => Promise<Compte>
}

/** What the command has found and done, as `--json` writes it. */
export interface Bilan {
  fichiers: {
    nom: string
    type: Compte['type']
    compte: Compte['compte']
    resultat: UploadStatus | null
  }[]
  a_decider: string[]
  adresse: string | null
  phrase: string
}

const RIEN: Attentes = { questions: [], annees: [], arretes: [], rien: false, rejets: 0, lignes: 0 }

const CALLS = {
  donateurs: { preview: previewDonateurs, upload: uploadDonateurs },
  donations: { preview: previewDonations, upload: uploadDonations },
}

/** One that nobody can account for yet: a person says how it is read. */
const aLire = (nom: string, suite: string, question: string): Compte => ({
  nom,
  type: 'fichier',
  compte: null,
  attentes: { ...RIEN, questions: [question] },
  suite,
  importer: () => Promise.reject(new Error('not read')),
  recompter: () => Promise.resolve(aLire(nom, suite, question)),
})

const readingOf = (fichierId: string) => `/upload/fichier/${encodeURIComponent(fichierId)}`

/** Stages Contacts.csv or Donations.csv and reads its preview. */
async function compterOnglet(
  appel: Appel,
  type: 'donateurs' | 'donations',
  envoi: Awaited<ReturnType<typeof ouvrirFichier>>,
  { par }: Demande,
): Promise<Compte> {
  const { preview, upload } = CALLS[type]
  const told = (read: ApercuDonateurs | ApercuDonations): Compte => ({
    nom: envoi.nom,
    type,
    compte: read,
    attentes: attentesApercu(read),
    suite: `/upload?onglet=${type}&fichier_${type}=${encodeURIComponent(read.fichier_id)}`,
    importer: async () => {
      const body = { fichier_id: read.fichier_id, nom: par }
      return (await appel.demander(upload, { body })).upload_id
    },
    recompter: async () => {
      const params = { fichier_id: read.fichier_id }
      return told(await appel.demander(apercu, { params }))
    },
  })
  try {
    return told(await appel.envoyer(preview, envoi))
  } catch (error) {
    if (!(error instanceof Refus) || error.fichierId === undefined) throw error
    return aLire(envoi.nom, readingOf(error.fichierId), error.message)
  }
}

/** The id of the model of this name, or the only one whose name begins so; throws an Arret where there is none. */
async function findModele(appel: Appel, named: string): Promise<string> {
  const { modeles } = await appel.demander(modelesFichiers)
  const plain = (text: string) => text.trim().toLocaleLowerCase('fr')
  const found = modeles.find(({ id, nom }) => id === named || plain(nom) === plain(named))
  const [begun, other] = modeles.filter(({ nom }) => plain(nom).startsWith(plain(named)))
  const only = found ?? (other === undefined ? begun : undefined)
  if (only) return only.id
  throw new Arret(
    FIN.erreur,
    `Aucun modèle ne se nomme ${citer(named)}\u00A0: ${modeles.map(({ nom }) => nom).join(', ')}. Rien n’est importé.`,
  )
}

/** Stages the file of a tool, and accounts for it by a model: the one that is asked for, or the only one that fits. */
async function compterOutil(
  appel: Appel,
  envoi: Awaited<ReturnType<typeof ouvrirFichier>>,
  { modele: named, constantes, par }: Demande,
  avancement: Avancement,
): Promise<Compte> {
  const asked = named === undefined ? undefined : await findModele(appel, named)
  const { fichier_id } = await appel.envoyer(deposerFichier, envoi)
  const params = { fichier_id }
  const described = await appel.demander(lireFichier, { params })
  const modele = asked ?? seulModele(described.modeles)?.id
  const suite = `${readingOf(fichier_id)}${modele ? `?modele=${encodeURIComponent(modele)}` : ''}`
  if (modele === undefined)
    return aLire(envoi.nom, suite, `${demanderModele(described.modeles)} (--modele en nomme un.)`)
  const file = await appel.demander(lireFichier, { params, query: { modele } })
  const manquantes = file.modeles.find(({ id }) => id === modele)?.manquantes
  if (manquantes === undefined || manquantes.length > 0 || file.lecture === null)
    return aLire(
      envoi.nom,
      suite,
      `Ce modèle ne trouve pas ses colonnes dans ce fichier${manquantes?.length ? `\u00A0: ${manquantes.join(', ')}` : ''}.`,
    )
  const lecture: LectureFichier = {
    ...file.lecture,
    constantes: { ...file.lecture.constantes, ...constantes },
  }
  const compter = async (): Promise<Compte> => {
    for (;;) {
      const read = await appel.demander(compterFichier, { params, body: lecture })
      if (read.compte)
        return {
          nom: envoi.nom,
          type: 'fichier',
          compte: read,
          attentes: attentesCompte(read.compte, read.lecture),
          suite,
          importer: async () => {
            const body = { lecture, empreinte: read.empreinte, modele, nom: par }
            return (await appel.demander(importerFichier, { params, body })).upload_id
          },
          recompter: compter,
        }
      const { traitees = 0, total = null } = read.en_cours ?? {}
      const pourcentage = total ? (100 * traitees) / total : null
      avancement.dire({ etape: `Lecture de ${envoi.nom}`, pourcentage })
      await wait(POLL_MS)
    }
  }
  return compter().catch((error: unknown) => {
    if (error instanceof Refus && error.code === 'invalide')
      return aLire(envoi.nom, suite, error.message)
    throw error
  })
}

/** What is left to be decided of a file, once the command's options have answered what they can. */
function aDecider(attentes: Attentes, { accepter, rejetsMax }: Demande): string[] {
  const questions = attentes.questions.filter(
    (one) => rejetsMax === undefined || !one.includes(REJETEES),
  )
  return resteADecider(
    { ...attentes, questions },
    { annees: accepter.includes('annees-closes'), arretes: accepter.includes('arretes') },
    (what) => ` (--accepter ${what})`,
  )
}

const isOver = (max: Demande['rejetsMax'], { rejets, lignes }: Attentes) =>
  max !== undefined && rejets > ('part' in max ? max.part * lignes : max.lignes)

/** What an account says, in one sentence. */
function direCompte({ nom, type, compte, attentes: { rejets, lignes } }: Compte): string {
  const rejetees = `${plural(rejets, 'rejetée')} sur ${plural(lignes, 'ligne')}`
  if (compte === null) return `${nom}\u00A0: pas encore lu.`
  if ('nouveaux' in compte) {
    const { nouveaux, modifies, inchanges } = compte
    const noun = type === 'donateurs' ? 'donateur' : 'don'
    const total = 'montant_total' in compte ? `, ${formatMoney(compte.montant_total)} en tout` : ''
    return `${nom}\u00A0: ${plural(nouveaux, `nouveau ${noun}`, `nouveaux ${noun}s`)}, ${plural(modifies, 'modifié')}, ${plural(inchanges, 'inchangé')}${total}, ${rejetees}.`
  }
  const { dons, donateurs, fiches } = compte.compte ?? {}
  if (!dons || !donateurs || !fiches) return `${nom}\u00A0: pas encore lu.`
  const zero = dons.mis_a_zero > 0 ? `, ${formatCount(dons.mis_a_zero)} mis à 0\u00A0€` : ''
  return `${nom}\u00A0: ${plural(dons.nouveaux, 'nouveau don', 'nouveaux dons')}, ${plural(dons.modifies, 'modifié')}, ${plural(dons.inchanges, 'inchangé')}${zero}, ${formatMoney(dons.montant)} en tout\u202F; ${plural(donateurs.nouveaux, 'nouveau donateur', 'nouveaux donateurs')}, ${plural(fiches.modifiees, 'fiche modifiée', 'fiches modifiées')}, ${rejetees}.`
}

/** Starts an import and waits for its end; throws an Arret where it failed. */
async function importer(appel: Appel, compte: Compte, avancement: Avancement) {
  const upload_id = await compte.importer()
  for (;;) {
    const status = await appel.demander(uploadStatus, { params: { upload_id } })
    if (status.status === 'completed') return status
    if (status.status === 'error')
      throw new Arret(
        FIN.erreur,
        `${compte.nom}\u00A0: ${[status.message, ...status.errors].join(' ')}`,
      )
    const { current_step, percentage, speed } = status.progress
    avancement.dire({
      etape: `${compte.nom}\u00A0: ${current_step}`,
      pourcentage: percentage,
      vitesse: lignesParSeconde(speed),
    })
    await wait(POLL_MS)
  }
}

/** Waits until the figures have every import; false where a refresh failed meanwhile. */
async function attendreLesChiffres(appel: Appel, avancement: Avancement): Promise<boolean> {
  const { echec_id: before } = await appel.demander(fraicheur)
  for (;;) {
    const fresh = await appel.demander(fraicheur)
    if (fresh.imports_plus_recents === 0) return true
    const hasFailed = fresh.echec_id !== null && fresh.echec_id !== before
    if (hasFailed && fresh.refresh_id === null) return false
    const views = fresh.avancement
    const pourcentage = views
      ? (100 * views.completed_views) / Math.max(1, views.total_views)
      : null
    avancement.dire({ etape: 'Calcul des chiffres', pourcentage })
    await wait(POLL_MS)
  }
}

const MOST_TRIES = 5

/** Accounts for the files, and imports them where nothing is left to anybody; ends with an Arret where something is. */
export async function executer(
  appel: Appel,
  demande: Demande,
  avancement: Avancement,
  told: Bilan,
): Promise<void> {
  let comptes: Compte[] = []
  for (const { type, chemin } of demande.fichiers) {
    const envoi = await ouvrirFichier(chemin, demande.nom, avancement)
    comptes.push(
      type === 'fichier'
        ? await compterOutil(appel, envoi, demande, avancement)
        : await compterOnglet(appel, type, envoi, demande),
    )
  }
  const juger = () => {
    told.fichiers = comptes.map(({ nom, type, compte }, at) => ({
      nom,
      type,
      compte,
      resultat: told.fichiers[at]?.resultat ?? null,
    }))
    told.phrase = comptes.map(direCompte).join('\n')
    const over = comptes.find(({ attentes }) => isOver(demande.rejetsMax, attentes))
    if (over)
      throw new Arret(
        FIN.rejets,
        `${told.phrase}\nTrop de lignes rejetées dans ${over.nom}\u00A0: ${formatCount(over.attentes.rejets)} sur ${formatCount(over.attentes.lignes)}. Rien n’est importé.`,
      )
    const reste = comptes.flatMap((compte) =>
      aDecider(compte.attentes, demande).map((question) => ({ compte, question })),
    )
    const [first] = reste
    if (!first) return
    told.a_decider = reste.map(({ compte, question }) => `${compte.nom}\u00A0: ${question}`)
    told.adresse = `${demande.adresse}${first.compte.suite}`
    const others = new Set(reste.map(({ compte }) => `${demande.adresse}${compte.suite}`))
    throw new Arret(
      FIN.aDecider,
      [
        told.phrase,
        'Rien n’est importé\u00A0: une personne décide.',
        ...told.a_decider.map((one) => `- ${one}`),
        ...[...others].map((address) => `La suite\u00A0: ${address}`),
      ].join('\n'),
    )
  }
  juger()
  if (demande.simuler) {
    told.phrase = `${told.phrase}\nSimulation\u00A0: rien n’est importé.`
    return
  }
  const done: string[] = []
  for (let at = 0; at < comptes.length; at++) {
    const one = comptes[at]
    if (!one) continue
    const resultat = one.attentes.rien
      ? null
      : await inTries(
          async () => {
            const compte = comptes[at] ?? one
            return importer(appel, compte, avancement)
          },
          async () => {
            comptes = comptes.with(at, await one.recompter())
            juger()
          },
        ).catch((error: unknown) => {
          if (error instanceof Error && done.length > 0)
            error.message = `${done.join('\n')}\n${error.message} Ce qui précède est importé.`
          throw error
        })
    const entry = told.fichiers[at]
    if (entry) entry.resultat = resultat
    done.push(
      resultat
        ? direCompte(comptes[at] ?? one)
        : `${one.nom}\u00A0: tout était déjà enregistré, rien n’a changé (${plural(one.attentes.lignes, 'ligne lue', 'lignes lues')}, ${plural(one.attentes.rejets, 'rejetée')}).`,
    )
  }
  told.phrase = done.join('\n')
  if (demande.attendre && !(await attendreLesChiffres(appel, avancement)))
    told.phrase +=
      '\nLes chiffres ne le disent pas encore\u00A0: leur calcul a échoué, l’écran Dashboard le reprend par «\u00A0Actualiser\u00A0».'
}

/** Runs an import; where another one ended since its account, that is made again first. */
async function inTries<Result>(work: () => Promise<Result>, again: () => Promise<void>) {
  for (let tried = 1; ; tried++)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refus) || error.code !== 'conflit' || tried === MOST_TRIES) throw error
      await again()
    }
}
