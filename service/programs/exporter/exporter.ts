import { createWriteStream } from 'node:fs'
import { lstat, mkdtemp, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { z } from 'zod'
import { listeCsv, type ListeQuery } from '#contract/listes'
import { listesGardees } from '#contract/listes-gardees'
import { selectionCsv } from '#contract/selections'
import { citer } from '#figures/format'
import { diskFull, isDiskFull } from '#process/disk'
import { reasonOf } from '#process/reason'
import type { Appel } from '../appel/appel'

/** What the command says of itself. */
export const AIDE = `npm run exporter -- --liste LISTE --vers FICHIER.csv [--selection] [--par NOM]

Écrit le fichier que l’écran donnerait, par le service en marche (SERVICE_URL, SERVICE_TOKEN). Il se note
au journal des exports. Un fichier de ce nom est remplacé, en entier ou pas du tout.

  --liste LISTE     le nom d’une liste gardée, ou l’adresse d’une liste (/donateurs/liste?…)
  --selection       le fichier pour un routeur : sans les oppositions, les décès, ni les donateurs exclus
  --vers FICHIER    où l’écrire
  --par NOM         qui exporte, pour le journal ; cru avec SERVICE_TOKEN

Code de sortie : 0 écrit ; 1 erreur, rien n’est changé ; 3 aucun service.`

const isAddress = (liste: string) => liste.startsWith('/') || /^https?:\/\//.test(liste)

/** The address of a list that is named, or given as it is. */
async function addressOf(appel: Appel, liste: string): Promise<string> {
  if (isAddress(liste)) return liste
  const { listes } = await appel.demander(listesGardees)
  const plain = (text: string) => text.trim().toLocaleLowerCase('fr')
  const found = listes.find(({ nom }) => plain(nom) === plain(liste))
  if (found) return found.adresse
  const known = listes.map(({ nom }) => nom).join(', ') || 'aucune ne l’est'
  throw new Error(`Aucune liste gardée ne se nomme ${citer(liste)} (${known}).`)
}

const notWritten = (vers: string, cause: unknown) =>
  new Error(
    isDiskFull(cause)
      ? diskFull(path.dirname(vers))
      : `${vers} ne peut pas être écrit\u00A0: ${reasonOf(cause)}`,
    { cause },
  )

export interface Demande {
  liste: string
  selection: boolean
  vers: string
}

/**
 * Writes the file of a list, or of the selection of it. It takes the place of one of its name once all of it is on the disk; a
 * link is replaced, never followed. `lire` reads an address as the kept lists do.
 */
export async function exporter(
  appel: Appel,
  { liste, selection, vers }: Demande,
  lire: (adresse: string) => z.input<typeof ListeQuery>,
): Promise<void> {
  const query = lire(await addressOf(appel, liste))
  const target = path.resolve(vers)
  const found = await lstat(target).catch(() => undefined)
  if (found?.isDirectory()) throw new Error(`${vers} est un dossier\u00A0: nommez un fichier.`)
  const octets = selection
    ? await appel.telecharger(selectionCsv, { query, body: {} })
    : await appel.telecharger(listeCsv, { query })
  const draft = await mkdtemp(path.join(path.dirname(target), '.export-')).catch(
    (cause: unknown) => {
      octets.destroy()
      throw notWritten(vers, cause)
    },
  )
  try {
    const file = path.join(draft, 'export.csv')
    const written = createWriteStream(file, { mode: 0o640, flush: true })
    await pipeline(octets, written).catch((cause: unknown) => {
      throw written.errored === cause && cause instanceof Error && 'syscall' in cause
        ? notWritten(vers, cause)
        : new Error(
            'Le service s’est arrêté au milieu du fichier\u00A0: rien n’est changé. Relancez.',
            {
              cause,
            },
          )
    })
    await rename(file, target).catch((cause: unknown) => {
      throw notWritten(vers, cause)
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
