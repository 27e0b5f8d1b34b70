import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, readServer, test } from '../support/e2e'
import { databaseUrl } from '../support/postgres'
import { requete } from '../support/requete'

test.use({ donnees: 'demo a changer' })

/** A refresh in the middle of its second view of three, as its tables tell it; this test's connection computes it. */
const INSERT_REFRESH = `
  with refresh as (
    insert into rafraichissements (id, imports, evenement, campagne_vfl_motif, vues)
    select $1, imports, evenement, campagne_vfl_motif, vues from etat_donnees
    on conflict do nothing returning id
  ), lease as (
    insert into leases (job_id, kind, backend_pid, backend_since)
    select id, 'refresh', $2, (select xact_start from pg_stat_activity where pid = $2)
    from refresh
  ), views as (
    insert into rafraichissement_vues
      (rafraichissement_id, position, name, display_name, status, commence_le, duration, estimated_duration)
    select refresh.id, view.position, view.name, 'Vue ' || view.name, view.status,
      clock_timestamp() - interval '40 seconds', view.duration, 100
    from refresh, (values
      (0, 'un', 'completed', 3.2), (1, 'deux', 'in_progress', null), (2, 'trois', 'pending', null)
    ) as view (position, name, status, duration)
  )
  select id from refresh`

const FAIL_REFRESH = `
  with view as (
    update rafraichissement_vues set status = 'error', error = 'division par zéro'
    where rafraichissement_id = $1 and name = 'deux'
  )
  update rafraichissements
  set status = 'error', error = 'Une vue n’a pas pu être calculée.', termine_le = clock_timestamp()
  where id = $1
  returning id`

test('[0.1.0 E] pendant un rafraîchissement, chaque vue dit où elle en est et rien ne s’annule', async ({
  page,
  application,
}) => {
  const own = new URL(application.databaseUrl).pathname.slice(1)
  const computing = new pg.Client({
    connectionString: databaseUrl(readServer().serviceUrl, own),
  })
  await computing.connect()
  const { rows } = await computing.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid ?? 0
  const sleep = computing.query('select pg_sleep(60)').catch(() => undefined)
  const id = randomUUID()
  // Once the one that runs, if one does, has ended.
  await expect(async () => {
    await requete(application.databaseUrl, INSERT_REFRESH, [id, pid])
  }).toPass()
  await page.goto(`/dashboard?annee=2020&rafraichissement=${id}`)

  const dialog = page.getByRole('dialog', { name: 'Rafraîchissement des vues matérialisées' })
  await expect(dialog).toContainText('Vue 2 sur 3')
  await expect(dialog).toContainText(/Temps total estimé\s: 5\smin\s00\ss/)
  await expect(dialog.getByRole('progressbar', { name: 'Progression globale' })).toHaveAttribute(
    'value',
    '33',
  )
  const cards = dialog.getByRole('listitem')
  await expect(cards.nth(0)).toContainText('Terminé')
  await expect(cards.nth(0)).toContainText('Durée\u00A0: 3,2\u00A0s')
  await expect(cards.nth(1)).toContainText('Vue deux')
  await expect(cards.nth(1)).toContainText('En cours...')
  await expect(cards.nth(1)).toContainText(/[45]\d\u00A0%/)
  await expect(cards.nth(1)).toContainText(`PID\u00A0: ${pid}`)
  await expect(cards.nth(1)).toContainText('Durée PostgreSQL')
  await expect(cards.nth(2)).toContainText('En attente')
  await expect(dialog.getByRole('button', { name: 'Annuler' })).toBeDisabled()

  await requete(application.databaseUrl, FAIL_REFRESH, [id])
  await expect(cards.nth(1).getByRole('alert')).toContainText('division par zéro')
  await expect(cards.nth(1)).toContainText('Erreur')
  await expect(cards.nth(0), 'une vue annulée n’est pas terminée').not.toContainText('Terminé')
  await expect(cards.nth(0)).toContainText('Annulée avec le rafraîchissement')
  await expect(cards.nth(0).getByRole('progressbar')).toHaveAttribute('value', '0')
  await expect(dialog).toContainText('Vue 0 sur 3')
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await expect(page).toHaveURL(/\/dashboard\?annee=2020$/)
  await requete(application.databaseUrl, 'select pg_cancel_backend($1)', [pid])
  await sleep
  await computing.end()
})

test('[0.1.0 E] un rafraîchissement échoué sans explication dit au moins qu’il a échoué', async ({
  page,
  application,
}) => {
  const id = randomUUID()
  await requete(
    application.databaseUrl,
    `insert into rafraichissements (id, status, termine_le, error) values ($1, 'error', now(), '')
     returning id`,
    [id],
  )
  await page.goto(`/dashboard?annee=2020&rafraichissement=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Rafraîchissement des vues matérialisées' })
  await expect(dialog.getByRole('alert')).toContainText('Erreur lors du rafraîchissement')
})

test('une lecture de statut qui échoue arrête le suivi du rafraîchissement', async ({ page }) => {
  await page.route(/\/rafraichissement\/[^?]+$/, (route) => route.abort('aborted'))
  await page.goto('/dashboard?annee=2020')
  await page.getByRole('button', { name: 'Actualiser' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Erreur lors de la récupération du statut')
  await expect(dialog.getByRole('button', { name: 'Annuler' })).toBeEnabled()
})
