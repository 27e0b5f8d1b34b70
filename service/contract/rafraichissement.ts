import { z } from 'zod'
import { BilanControles, EcartOuvert } from './controles'
import { endpoint } from './endpoint'
import { ANNEES_AU_PLUS, Instant, Jour, Nombre } from './values'

export const StatutJob = z.enum(['pending', 'in_progress', 'completed', 'error'])
export type StatutJob = z.infer<typeof StatutJob>

/** `role`: which screens it is for. Durations are seconds. `annulee`: computed, and undone with the refresh that failed; its status is then `error`. `inchangee`: nothing that it depends on had changed, and it was left as it is. */
export const RefreshView = z.object({
  name: z.string(),
  display_name: z.string(),
  role: z.string().nullable(),
  status: StatutJob,
  duration: z.number().nullable(),
  current_duration: z.number().nullable(),
  estimated_duration: z.number().nullable(),
  progress_percentage: z.number(),
  postgresql_info: z.object({ pid: z.number().int(), duration: z.number() }).nullable(),
  annulee: z.boolean(),
  inchangee: z.boolean(),
  error: z.string().nullable(),
})
export type RefreshView = z.infer<typeof RefreshView>

export const RefreshStatus = z.object({
  refresh_id: z.string(),
  status: StatutJob,
  views: z.array(RefreshView).max(200),
  current_view: z.string().nullable(),
  completed_views: Nombre,
  total_views: Nombre,
  total_estimated_time: z.number().nullable(),
  started_at: Instant,
  finished_at: Instant.nullable(),
  error: z.string().nullable(),
})
export type RefreshStatus = z.infer<typeof RefreshStatus>

export const refreshViews = endpoint({
  method: 'POST',
  path: '/api/analytics/refresh-views',
  summary: 'Refreshes every view and answers when done',
  answer: RefreshStatus,
})

export const refreshViewsProgressive = endpoint({
  method: 'POST',
  path: '/api/analytics/refresh-views-progressive',
  summary:
    'Starts a refresh, joins the running one, or waits for its end where that lacks an import or decision; answers at once',
  status: 202,
  answer: z.object({ refresh_id: z.string() }),
})

export const refreshViewsStatus = endpoint({
  path: '/api/analytics/refresh-views-status/:refresh_id',
  summary: 'Where a refresh stands',
  params: z.object({ refresh_id: z.string() }),
  answer: RefreshStatus,
})

/**
 * When the figures that screens show were computed, and what has come since. `dernier_don` is the last day that they
 * cover, null without gifts. `calcule_le` is null before the first refresh; `refresh_id` names the running or waiting one that
 * will contain every import and decision so far, and `avancement` says how far the running one is; `echec_id` names the last one
 * where it failed. `attendu`: a refresh will change the figures, for an import, a decision or their own
 * definition; `dons_attendus`: they know no gift, though some are stored; `suspects_attendus`: donors to review were not
 * looked for yet among all of their imports. `exclusions_comprises`: the figures already know the exclusions and
 * reinstatements since. `controles`: how many agree, as last compared, null before. `ecarts_comptables`: the gaps with the
 * accounts that nobody has explained, as they are now. `demonstration`: invented people are among those stored.
 */
export const Fraicheur = z.object({
  dernier_don: Jour.nullable(),
  calcule_le: Instant.nullable(),
  attendu: z.boolean(),
  dons_attendus: z.boolean(),
  suspects_attendus: z.boolean(),
  imports_plus_recents: Nombre,
  exclusions_plus_recentes: Nombre,
  exclusions_comprises: z.boolean(),
  refresh_id: z.string().nullable(),
  avancement: z.object({ completed_views: Nombre, total_views: Nombre }).nullable(),
  echec_id: z.string().nullable(),
  controles: BilanControles.nullable(),
  ecarts_comptables: z.array(EcartOuvert).max(13 * ANNEES_AU_PLUS),
  demonstration: z.boolean(),
})
export type Fraicheur = z.infer<typeof Fraicheur>

export const fraicheur = endpoint({
  path: '/api/analytics/fraicheur',
  summary: 'When the figures were computed, and whether newer data waits',
  answer: Fraicheur,
})
