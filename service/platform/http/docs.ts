import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'

declare module 'fastify' {
  interface FastifySchema {
    /** A body the route reads itself: the name of its file field, and the JSON accepted instead. */
    upload?: { file: string; json: z.ZodType | undefined }
  }
}

/** OpenAPI description of both ways to send such a body. */
function describeUpload({ file, json }: { file: string; json: z.ZodType | undefined }) {
  const form = {
    type: 'object',
    required: [file],
    properties: {
      [file]: { type: 'string', format: 'binary' },
      completer_lignes_courtes: { type: 'string', enum: ['0', '1'] },
    },
  }
  return {
    content: {
      'multipart/form-data': { schema: form },
      ...(json && {
        'application/json': {
          schema: z.toJSONSchema(json, { target: 'openapi-3.0', io: 'input' }),
        },
      }),
    },
  }
}

const describe: typeof jsonSchemaTransform = (route) => {
  const { schema, url } = jsonSchemaTransform(route)
  const { upload, ...rest } = schema
  return { url, schema: upload ? { ...rest, body: describeUpload(upload) } : rest }
}

/** CSP of the documentation page, served entirely from here. */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

/** Serves the OpenAPI description of every route at /docs, generated from their schemas. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: { info: { title: 'Analyse - Gestion des Dons', version: '1' } },
    transform: describe,
  })
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: POLICY })
}
