import { setTimeout as wait } from 'node:timers/promises'
import { type UploadStatus, uploadStatus } from '#contract/imports'
import { fraicheur } from '#contract/rafraichissement'
import { formatCount, plural } from '#figures/format'
import { type Attentes, type Question, resteADecider } from '#files/attentes'
import { type Appel, Refus } from '../appel/appel'
import { type Avancement, lignesParSeconde } from './avancement'
import { type Compte, compterTous, direCompte, POLL_MS } from './comptes'
import { Arret, type Demande, FIN } from './demande'

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

/** What is left to be decided of a file, once the command's options have answered what they can. */
function aDecider(attentes: Attentes, { accepter, rejetsMax }: Demande): string[] {
  const permis = new Set<Question['code']>([
    ...accepter,
    ...(rejetsMax ? (['rejets'] as const) : []),
  ])
  return resteADecider(attentes, permis).map(({ code, phrase }) =>
    code === 'annees-closes' || code === 'arretes' ? `${phrase} (--accepter ${code})` : phrase,
  )
}

const isOver = (max: Demande['rejetsMax'], { rejets, lignes }: Attentes) =>
  max !== undefined && rejets > ('part' in max ? max.part * lignes : max.lignes)

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
  let comptes = await compterTous(appel, demande, avancement)
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
