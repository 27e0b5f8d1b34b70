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
import { uploadDonateurs, uploadDonations } from '#contract/imports'
import { type LectureFichier, modelesFichiers } from '#contract/lecture'
import { citer, formatCount, formatMoney, plural } from '#figures/format'
import {
  type Attentes,
  attentesApercu,
  attentesCompte,
  demanderModele,
  seulModele,
} from '#files/attentes'
import { type Appel, Refus } from '../appel/appel'
import type { Avancement } from './avancement'
import { Arret, type Demande, FIN } from './demande'
import { ouvrirFichier } from './fichier'

export const POLL_MS = 250

/** A file and what its account says; how it is imported, once that asks nothing. */
export interface Compte {
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

const CALLS = {
  donateurs: { preview: previewDonateurs, upload: uploadDonateurs },
  donations: { preview: previewDonations, upload: uploadDonations },
}

/** One that nobody can account for yet: a person says how it is read. */
const aLire = (nom: string, suite: string, question: string): Compte => ({
  nom,
  type: 'fichier',
  compte: null,
  attentes: {
    questions: [{ code: null, phrase: question }],
    rien: false,
    rejets: 0,
    lignes: 0,
  },
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

/** Stages the files that the command was given, and accounts for them, one after the other. */
export async function compterTous(
  appel: Appel,
  demande: Demande,
  avancement: Avancement,
): Promise<Compte[]> {
  const comptes: Compte[] = []
  for (const { type, chemin } of demande.fichiers) {
    const envoi = await ouvrirFichier(chemin, demande.nom, avancement)
    comptes.push(
      type === 'fichier'
        ? await compterOutil(appel, envoi, demande, avancement)
        : await compterOnglet(appel, type, envoi, demande),
    )
  }
  return comptes
}

/** What an account says, in one sentence. */
export function direCompte({ nom, type, compte, attentes: { rejets, lignes } }: Compte): string {
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
