import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { partagee } from '../support/ecrans'
import { attribute, find, textOf } from '../support/html'

const application = partagee()

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string(),
      license: z.string().default(''),
      dev: z.boolean().optional(),
      optional: z.boolean().optional(),
    }),
  ),
})

/** What may be passed on with this program under its own licence. */
const ADMITTED =
  /^(MIT|ISC|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Unlicense|OFL-1\.1|\(Apache-2\.0 AND MIT\)|\(Unlicense OR Apache-2\.0\))$/

test('chaque écran dit la version, et mène aux licences de toutes les bibliothèques', async () => {
  const { document } = await application.ouvrir('/dashboard')
  const footer = find(document, 'footer')
  expect(textOf(footer)).toMatch(/^Version \d+\.\d+\.\d+ · Licences$/)

  const answer = await fetch(new URL(attribute(find(footer, 'a'), 'href') ?? '', application.url))
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=UTF-8')
  const notices = await answer.text()
  const { packages } = Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const run = Object.entries(packages).filter(
    // What is for another system than this one is not installed.
    ([place, { dev, optional }]) => place !== '' && !dev && !optional,
  )
  expect(run.length).toBeGreaterThan(250)
  const left = run.filter(
    ([place, { version, license }]) =>
      !notices.includes(`${place.split('node_modules/').at(-1)} ${version} (${license})`),
  )
  expect(left).toEqual([])
  expect(run.filter(([, { license }]) => !ADMITTED.test(license))).toEqual([])
  expect(notices).toContain('Permission is hereby granted, free of charge')
})
