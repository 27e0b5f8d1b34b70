import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { z } from 'zod'
import {
  controles,
  ecartComptable,
  expliquerEcart,
  retirerTotal,
  saisirTotal,
  verifierControles,
} from '#contract/controles'
import { formatMoney } from '#figures/format'
import type { Metrics } from '../../metrics'
import { whileFree } from '../../platform/database/abandon'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { readIdentite } from '../../platform/http/identite'
import { route } from '../../platform/http/route'
import { whileListening } from '../../platform/jobs/keep'
import { Problem } from '../../problem'
import { readEcart } from './ecart'
import { readControles } from './lire'
import { type Chains, keepControles, keepRecounting, verify } from './verifier'

/** An accounting entry for a year or a month of it: its total, or the reason for withdrawing the last one. */
type Saisie = {
  annee: number
  mois?: number | undefined
  saisi_par: string
  identite: string | null
} & ({ montant: number; motif?: undefined } | { montant?: undefined; motif: string })

/** Appends it; earlier entries are kept. Returns false if there is nothing to withdraw. */
async function noteTotal(
  db: Db,
  { annee, mois, montant, motif, saisi_par, identite }: Saisie,
): Promise<boolean> {
  const { numero } = onlyRow(
    await sql<{ numero: number | null }>`
      select inscrire_total_comptable(
        ${annee}::smallint, ${mois ?? null}::smallint, ${montant ?? null}::numeric, ${motif ?? null}, ${saisi_par}, ${identite}
      ) as numero`.execute(db),
  )
  return numero !== null
}

/** Explains the gap of these amounts; returns false if there is no such gap now, or it is explained. */
async function explain(
  db: Db,
  { annee, mois, ecart, raison, saisi_par }: z.output<typeof expliquerEcart.body>,
  identite: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    insert into ecarts_expliques (annee, mois, comptabilite, tableau_de_bord, raison, explique_par, identite)
    select annee, mois, montant, tableau_de_bord, ${raison}, ${saisi_par}, ${identite}
    from totaux_compares
    where annee = ${annee}
      and mois is not distinct from ${mois ?? null}::smallint
      and explique_le is null
      and montant <> tableau_de_bord
      and montant - tableau_de_bord = round(${ecart}::numeric, 2)
    returning numero`.execute(db)
  return rows.length > 0
}

/** `2025`, or `03/2025` */
const periodOf = ({ annee, mois }: { annee: number; mois?: number | undefined }) =>
  mois === undefined ? `${annee}` : `${String(mois).padStart(2, '0')}/${annee}`

/** Registers the controls: run after each refresh once the service listens, and on request. */
export function registerControles(
  app: FastifyInstance,
  { db, log, metrics, ...chains }: { db: Db; log: Logger; metrics: Metrics } & Chains,
): void {
  whileListening(app, () =>
    keepControles(db, chains, log, (disagreeing) => metrics.disagreeingControls.set(disagreeing)),
  )
  whileListening(app, () => keepRecounting(db, log))

  route(app, controles, () => readControles(db))
  route(app, ecartComptable, ({ params }) => readEcart(db, params.annee))

  route(app, verifierControles, async () => {
    if (!(await whileFree(() => verify(db, chains))))
      throw new Problem(
        'conflit',
        'Les chiffres sont en cours de calcul, ou ne connaissent pas encore le dernier import ou la dernière exclusion. Réessayez quand le calcul est terminé.',
      )
    return readControles(db)
  })

  route(app, retirerTotal, async ({ body, request }) => {
    if (!(await noteTotal(db, { ...body, identite: readIdentite(request) })))
      throw new Problem(
        'conflit',
        `Aucun total de la comptabilité n’est en vigueur pour ${periodOf(body)}.`,
      )
    return { message: `Le total ${periodOf(body)} de la comptabilité est retiré.` }
  })

  route(app, expliquerEcart, async ({ body, request }) => {
    if (!(await explain(db, body, readIdentite(request))))
      throw new Problem(
        'conflit',
        `L’écart ${periodOf(body)} n’est plus celui-ci, ou il est déjà expliqué.`,
      )
    return {
      message: `L’écart ${periodOf(body)} est expliqué\u00A0: il ne se rouvrira que si l’un des deux montants change.`,
    }
  })

  route(app, saisirTotal, async ({ body, request }) => {
    await whileFree(() => noteTotal(db, { ...body, identite: readIdentite(request) }))
    return {
      message: `Le total ${periodOf(body)} de la comptabilité est noté\u00A0: ${formatMoney(body.montant)}.`,
    }
  })
}
