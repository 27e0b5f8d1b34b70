import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApercuDonations } from '../../service/contract/apercus'
import { type RunningProgram, runService, runWeb } from '../support/application'
import { envoyer, fluxDe, type Morceau, morceau } from '../support/envoi'
import { memoireMax } from '../support/memoire'
import { createDatabase } from '../support/service'

/** What neither program may ever hold, whatever the file. */
const LIMITE_MO = 300

const MEBI = 1024 * 1024
const H = 'id;montant;date;contact\n'
const DON = '1;5;2025-01-01;c\n'

const database = await createDatabase()
let service: RunningProgram
let web: RunningProgram

beforeAll(async () => {
  service = await runService({ DATABASE_URL: database.serviceUrl, LOG_LEVEL: 'error' })
  web = await runWeb(service.url, { LOG_LEVEL: 'error' })
})
afterAll(async () => {
  await web.stop()
  await service.stop()
  await database.drop()
})

/** The counts of a file that went through the web app, with the reason of its most frequent rejects; or the refusal. */
async function lireParLeWeb(morceaux: Morceau[]) {
  const { status, body } = await envoyer<{ fichier_id?: string; detail?: string }>(
    `${web.url}/upload/donations/apercu`,
    fluxDe(morceaux),
  )
  if (!body.fichier_id) return { status, detail: body.detail }
  const answer = await fetch(`${service.url}/api/upload/apercu/${body.fichier_id}`)
  const apercu = (await answer.json()) as ApercuDonations
  const { total_rows, valid_donations, rejets, rejets_par_motif } = apercu
  return { status, total_rows, valid_donations, rejets, motif: rejets_par_motif[0]?.motif }
}

const comptes = (total_rows: number, valid_donations: number, rejets: number) => ({
  status: 200,
  total_rows,
  valid_donations,
  rejets,
})

/** Each file, what is made of it, and why. */
const FICHIERS: [string, Morceau[], Record<string, unknown>, RegExp?][] = [
  [
    'une seule ligne de 1 Gio entre deux dons',
    [morceau(H), morceau(DON), morceau('x'.repeat(MEBI), 1024), morceau(`\n${DON}`)],
    comptes(3, 2, 1),
    /longueur maximale/,
  ],
  [
    'un en-tête d’un million de colonnes',
    [morceau('id;montant;date;contact'), morceau(';c', 1_000_000), morceau(`\n${DON}`)],
    { status: 422, detail: expect.stringMatching(/colonnes/) },
  ],
  [
    'une ligne d’un million de champs entre deux dons',
    [morceau(H), morceau(DON), morceau(';'.repeat(1000), 1000), morceau(`\n${DON}`)],
    comptes(3, 2, 1),
    /longueur maximale/,
  ],
  [
    '64 Mio d’octets nuls après un don',
    [morceau(H), morceau(DON), morceau('\0'.repeat(MEBI), 64)],
    comptes(2, 1, 1),
    /longueur maximale/,
  ],
  [
    'un octet nul dans chacune de 500 000 lignes',
    [morceau(H), morceau('2;5\0;2025-01-01;c\n'.repeat(1000), 500)],
    comptes(500_000, 0, 500_000),
    /octets qui ne sont pas du texte/,
  ],
  [
    'un en-tête __proto__',
    [morceau('id;montant;date;contact;__proto__;constructor\n'), morceau('1;5;2025-01-01;c;x;y\n')],
    comptes(1, 1, 0),
  ],
  [
    'un guillemet jamais refermé devant 16 Mio de dons',
    [morceau(H), morceau('1;5;2025-01-01;"c\n'), morceau(DON.repeat(1000), 1000)],
    comptes(1_000_001, 1_000_000, 1),
    /guillemet/i,
  ],
  [
    'un guillemet ouvert sur chacune de 500 000 lignes',
    [morceau(H), morceau('1;5;2025-01-01;"c\n'.repeat(1000), 500)],
    comptes(500_000, 0, 500_000),
    /guillemet/i,
  ],
]

test.each(FICHIERS)(
  'à travers l’application web et le service, %s : des comptes justes, une mémoire bornée',
  async (nom, morceaux, attendu, motif) => {
    const lu = await lireParLeWeb(morceaux)
    expect(lu).toMatchObject(attendu)
    if (motif) expect(lu.motif).toMatch(motif)

    const memoire = { service: memoireMax(service.process.pid), web: memoireMax(web.process.pid) }
    console.info(
      `${nom} : service ${memoire.service} Mo, application web ${memoire.web} Mo au plus`,
    )
    expect(memoire.service).toBeLessThan(LIMITE_MO)
    expect(memoire.web).toBeLessThan(LIMITE_MO)
  },
  180_000,
)
