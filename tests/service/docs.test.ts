import { expect, test } from 'vitest'
import { startService } from '../support/service'

interface Operation {
  requestBody?: { content: Record<string, { schema: { required?: string[] } }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}

const { app } = await startService()
const { paths } = (await app.inject('/docs/json')).json<{
  paths: Record<string, Record<string, Operation>>
}>()
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

test('chaque appel décrit ce qu’il répond, refus compris', () => {
  expect(operations.length).toBeGreaterThan(40)
  for (const { path, operation } of operations)
    for (const status of [/^20/, /^4XX$/, /^5XX$/]) {
      const [described] = Object.entries(operation.responses).filter(([key]) => status.test(key))
      expect(Object.keys(described?.[1].content ?? {}), `${path} ${status}`).toHaveLength(1)
    }
})

test('chaque réponse a un statut et un type que sa description annonce', async () => {
  for (const { path, method, operation } of operations)
    for (const value of ['2024', 'rien']) {
      const url = path.replace(/\{\w+\}/g, value)
      const answer = await app.inject({ method: method as 'GET', url })
      const status = String(answer.statusCode)
      const described = operation.responses[status] ?? operation.responses[`${status[0]}XX`]
      const [type = ''] = String(answer.headers['content-type']).split(';')
      expect(Object.keys(described?.content ?? {}), `${method} ${url} : ${status}`).toEqual([type])
    }
})

test('les envois de fichiers disent leur champ, et l’import ce qu’il accepte à la place', () => {
  const bodyOf = (path: string) => {
    const content = paths[path]?.['post']?.requestBody?.content ?? {}
    return Object.entries(content).map(([type, { schema }]) => [type, schema.required])
  }
  const json = ['application/json', ['fichier_id']]
  expect(bodyOf('/api/upload/donateurs/preview')).toEqual([
    ['multipart/form-data', ['contacts_file']],
  ])
  expect(bodyOf('/api/upload/donations/preview')).toEqual([
    ['multipart/form-data', ['donations_file']],
  ])
  expect(bodyOf('/api/upload/donateurs/upload')).toEqual([
    ['multipart/form-data', ['contacts_file']],
    json,
  ])
  expect(bodyOf('/api/upload/donations/upload')).toEqual([
    ['multipart/form-data', ['donations_file']],
    json,
  ])
})
