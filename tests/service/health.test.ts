import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { buildApp } from '../../service/app'
import { createDatabase, startService } from '../support/service'

const { app, config } = await startService({ CAMPAGNE_PRODUIT: 'COFFRET' })

describe('Le service', () => {
  test('dit qu’il va bien quand la base répond', async () => {
    const answer = await app.inject('/health')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ status: 'healthy' })
  })

  test('donne le nom de la campagne réglé par l’exploitant', async () => {
    const answer = await app.inject('/api/parametres')
    expect(answer.json()).toEqual({ campagne_produit: 'COFFRET', rgpd_ecran: false })
  })

  test('refuse une adresse inconnue par une phrase', async () => {
    const answer = await app.inject('/api/rien')
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ detail: 'Cette adresse n’existe pas.', code: 'introuvable' })
  })

  test('dit qu’il va mal quand la base est partie', async () => {
    const leaving = await createDatabase()
    const lost = await buildApp({ config, log: pino({ level: 'silent' }), ...leaving })
    await lost.ready()
    expect((await lost.inject('/health')).statusCode).toBe(200)
    await leaving.drop()
    const answer = await lost.inject('/health')
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ status: 'unhealthy' })
  })
})
