import { expect } from 'vitest'
import type { UploadStatus } from '#contract/imports'
import { findAll, getByRole, listByText, textOf } from './html'
import type { Ecran, Visite } from './visite'

export type Onglet = 'donateurs' | 'donations'

const FIELDS = { donateurs: 'contacts_file', donations: 'donations_file' } as const

export const fichier = (
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  type = 'text/csv',
): File => new File([content], name, { type })

export const panneauDe = ({ document }: Ecran) => getByRole(document, 'tabpanel')

/** Chooses a file in the tab of the upload screen that is open, and has it analysed. */
export const analyser = (
  visite: Visite,
  ecran: Ecran,
  onglet: Onglet,
  file?: File,
): Promise<Ecran> =>
  visite.presser(
    ecran,
    getByRole(panneauDe(ecran), 'button', 'Analyser le fichier'),
    file && { [FIELDS[onglet]]: file },
  )

/** Starts an import by its button, and opens its page again once it has ended. */
export async function importer(
  visite: Visite,
  ecran: Ecran,
  onglet: Onglet,
  name = `Importer les ${onglet}`,
): Promise<Ecran> {
  const { adresse } = await visite.presser(ecran, getByRole(panneauDe(ecran), 'button', name))
  const id = new URLSearchParams(adresse.split('?')[1]).get(`import_${onglet}`)
  const status = async () => {
    const answer = await visite.demander(`/upload/statut/${id}`)
    return ((await answer.json()) as UploadStatus).status
  }
  await expect.poll(status, { timeout: 30_000, interval: 100 }).toBe('completed')
  const done = await visite.ouvrir(adresse)
  expect(listByText(done.document, 'Import terminé !')).toHaveLength(1)
  return done
}

/** The figures of a screen by their labels, spaces made plain. */
export const chiffresDe = (ecran: Ecran, place = panneauDe(ecran)): Record<string, string> =>
  Object.fromEntries(
    findAll(place, 'dl > div').map((pair) => [
      findAll(pair, 'dt').map(textOf).join(),
      findAll(pair, 'dd').map(textOf)[0]?.replace(/\s/gu, ' ') ?? '',
    ]),
  )
