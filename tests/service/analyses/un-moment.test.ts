import Fastify from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint'
import { createAhead } from '../../../service/analyses/ahead'
import { call } from '../../../service/analyses/analysis'
import { checkInput } from '../../../service/platform/http/query'
import { refresh } from '../../support/analyses'
import { don, insertDons } from '../../support/dons'
import { startService } from '../../support/service'

test('[C] une réponse de plusieurs questions est d’un seul moment, même si l’on publie entre elles', async () => {
  const { app, config, database } = await startService()
  await insertDons(database.db, [don()])
  await refresh(app)
  const count = async () => {
    const { rows } = await sql<{ dons: number }>`
      select sum(nombre) as dons from dons_par_mois`.execute(database.db)
    return rows[0]?.dons ?? 0
  }
  const publish = async () => {
    await insertDons(database.db, [don({ id: 'deuxième' })])
    await refresh(app)
  }

  const asking = Fastify()
  asking.setValidatorCompiler(checkInput)
  asking.setSerializerCompiler(serializerCompiler)
  const Answer = z.object({ avant: z.number(), apres: z.number() })
  let publishOnce: (() => Promise<void>) | undefined = publish
  const both = endpoint({ path: '/deux', summary: 'two questions', answer: Answer })
  const twice = call(both, async () => {
    const avant = await count()
    const between = publishOnce
    publishOnce = undefined
    await between?.()
    return { avant, apres: await count() }
  })
  twice(asking, { config, db: database.db, ahead: createAhead() })
  expect((await asking.inject('/deux')).json()).toEqual({ avant: 2, apres: 2 })
})
