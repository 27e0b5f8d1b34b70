import { expect, onTestFinished, test } from 'vitest'
import { fraicheur } from '../../service/contract/rafraichissement'
import { propre } from '../support/ecrans'
import { attribute, findAll, getByRole, wordsOf } from '../support/html'
import { ECRANS } from '../support/plan'
import { requete } from '../support/requete'
import { attendreCalme, importerFichier } from '../support/semer'
import { validate } from '../support/validation'
import { retenirCalculs } from '../support/verrou'
import { type Ecran, lienDe } from '../support/visite'

const DONATIONS = [
  'id;order_amount;order_date;contact_id',
  'D1;100;2024-01-31;C1',
  'D2;20;2024-02-01;C2',
].join('\n')

const LONG = { timeout: 120_000, interval: 100 }

/** What is untrue of gifts that are stored. */
const FALSE =
  /Aucun don enregistré|Aucun donateur ne correspond|Aucun donateur à vérifier|Cette liste est vide/

const visite = propre('vide')

const reloadsOf = ({ document }: Ecran) =>
  findAll(document, 'meta[http-equiv=refresh]').map((meta) => attribute(meta, 'content'))

const contentOf = ({ document }: Ecran) => wordsOf(getByRole(document, 'main'))

const readFraicheur = async () =>
  fraicheur.answer.parse(await (await fetch(visite.serviceUrl + fraicheur.path)).json())

test('un premier import que les chiffres ne connaissent pas encore n’est nulle part dit absent', async () => {
  await attendreCalme(visite.serviceUrl)
  expect(await readFraicheur()).toMatchObject({ attendu: false, dons_attendus: false })
  const release = await retenirCalculs(visite.databaseUrl)
  onTestFinished(release)
  await importerFichier(visite.serviceUrl, 'donations', DONATIONS)
  await expect.poll(async () => (await readFraicheur()).refresh_id, LONG).not.toBeNull()
  const { avancement, ...computing } = await readFraicheur()
  expect(computing).toMatchObject({ attendu: true, dons_attendus: true, echec_id: null })
  expect(avancement?.completed_views).toBe(0)

  for (const { path } of ECRANS) {
    const ecran = await visite.ouvrir(path)
    const content = contentOf(ecran)
    expect(content, path).not.toMatch(FALSE)
    const faults = await validate(ecran.html)
    expect(
      faults.filter((fault) => !fault.startsWith('meta-refresh')),
      path,
    ).toEqual([])
    // A form that is being filled in would be emptied.
    const renewed = path.includes('selection') ? [] : ['10']
    if (content.includes('Calcul en cours')) expect(reloadsOf(ecran), path).toEqual(renewed)
  }

  const dashboard = await visite.ouvrir('/dashboard')
  const main = getByRole(dashboard.document, 'main')
  expect(contentOf(dashboard)).toContain('Calcul en cours')
  getByRole(main, 'progressbar', `0 sur ${avancement?.total_views} étapes`)
  const stopped = await visite.ouvrir(lienDe(main, 'Arrêter l’actualisation automatique'))
  expect(contentOf(stopped)).toContain('Calcul en cours')
  expect(reloadsOf(stopped)).toEqual([])

  await requete(
    visite.databaseUrl,
    `select pg_terminate_backend(backend_pid) from leases where kind = 'refresh'`,
  )
  await expect.poll(async () => (await readFraicheur()).echec_id, LONG).not.toBeNull()
  const failed = await visite.ouvrir('/dashboard')
  expect(contentOf(failed)).toContain('Le calcul a échoué')
  expect(contentOf(failed)).toContain('tout de suite avec « Actualiser »')
  expect(contentOf(failed)).not.toMatch(FALSE)
  getByRole(failed.document, 'button', 'Actualiser')
  const dialog = getByRole((await visite.suivre(failed, 'Voir l’erreur')).document, 'dialog')
  expect(wordsOf(dialog)).toContain('Le rafraîchissement a échoué')

  await release()
  await visite.presser(failed, getByRole(failed.document, 'button', 'Actualiser'))
  await attendreCalme(visite.serviceUrl)
  const shown = await visite.ouvrir('/dashboard')
  expect(contentOf(shown)).toContain('120,00 €')
  expect(contentOf(shown)).not.toContain('Calcul en cours')
  expect(reloadsOf(shown)).toEqual([])
})

test('des chiffres qu’un import attend le disent, et où en est leur calcul', async () => {
  await attendreCalme(visite.serviceUrl)
  const release = await retenirCalculs(visite.databaseUrl)
  onTestFinished(release)
  await importerFichier(visite.serviceUrl, 'donations', `${DONATIONS}\nD3;5;2024-03-01;C3`)
  await expect.poll(async () => (await readFraicheur()).refresh_id, LONG).not.toBeNull()
  expect(await readFraicheur()).toMatchObject({ attendu: true, dons_attendus: false })

  const shown = await visite.ouvrir('/dashboard')
  expect(contentOf(shown)).toContain('120,00 €')
  expect(findAll(shown.document, '.notice').map(wordsOf).join()).toMatch(
    /^1 import récent en attente : le calcul est en cours \(0 sur \d+ étapes\)\.$/,
  )
  expect(reloadsOf(shown)).toEqual(['10'])
  const list = await visite.ouvrir('/donateurs/liste?ensemble=actifs&annee=2023')
  expect(contentOf(list)).toContain('Calcul en cours')
  expect(contentOf(list)).not.toMatch(FALSE)
  const stopped = await visite.suivre(list, 'Arrêter l’actualisation automatique')
  expect(reloadsOf(stopped)).toEqual([])
  expect(contentOf(stopped)).toContain('Calcul en cours')

  const { fichier_id } = await requete(
    visite.databaseUrl,
    'select fichier_id from imports order by termine_le desc limit 1',
  )
  const summary = `/upload?onglet=donations&import_donations=${fichier_id}`
  const awaiting = await visite.ouvrir(summary)
  expect(contentOf(awaiting)).toContain('Calcul en cours')
  expect(reloadsOf(awaiting)).toEqual(['10'])

  await release()
  await attendreCalme(visite.serviceUrl)
  expect(contentOf(await visite.ouvrir(summary))).toContain('Les chiffres sont à jour.')
  const none = await visite.ouvrir('/donateurs/liste?ensemble=actifs&annee=2023')
  expect(contentOf(none)).toContain('Aucun donateur ne correspond.')
})

test('un calcul échoué se dit aussi où seule la définition des chiffres a changé', async () => {
  await attendreCalme(visite.serviceUrl)
  // Again where the night's refresh has come between.
  const noticesOnceFailed = async () => {
    await requete(
      visite.databaseUrl,
      `with motif as (update parametres set campagne_vfl_motif = campagne_vfl_motif || '!')
       insert into rafraichissements (status, id, termine_le, error)
       select 'error', gen_random_uuid(), clock_timestamp(), 'La base est restée occupée.'
       returning id`,
    )
    const { document } = await visite.ouvrir('/montant')
    return findAll(document, '.notice').map(wordsOf).join()
  }
  await expect
    .poll(noticesOnceFailed, { timeout: 60_000, interval: 1_000 })
    .toMatch(
      /^Le dernier calcul a échoué, les chiffres d’avant restent affichés\. Il recommencera de lui-même/,
    )
})
