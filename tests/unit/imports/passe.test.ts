import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { trouverEntete } from '../../../service/imports/fichiers/entete'
import { createPasse } from '../../../service/imports/fichiers/passe'
import { reconnaitre } from '../../../service/imports/fichiers/reconnaitre'
import { resoudre } from '../../../service/imports/fichiers/resoudre'
import { MODELES_LIVRES } from '../../../service/imports/modeles'
import { createRandom } from '../../../service/programs/demo/random'
import { tirages } from '../../support/hasard'

const FOLDER = new URL('../../support/modeles/', import.meta.url)
const GRAINE = Number(process.env['GRAINE'] ?? Date.now() % 100_000)
// One has no key: no pass is ever begun for it.
const noms = readdirSync(FOLDER).filter(
  (nom) => nom.endsWith('.csv') && nom !== 'civicrm-defaut.csv',
)

/** What a pass writes and counts of a file that comes in such pieces. */
function passer(contenu: Buffer, pieces: (rest: number) => number) {
  const entete = trouverEntete(contenu, new Set())
  const reading = MODELES_LIVRES.flatMap(
    (modele) => reconnaitre(modele, entete.noms, { ligne_entete: 1, feuille: '' }) ?? [],
  ).find(({ etat }) => etat === 'reconnu')
  if (!reading?.lecture) throw new Error('no model knows it')
  const written: Record<string, Buffer[]> = { lues: [], personnes: [], ecartees: [] }
  const to = (name: string) => (bytes: Buffer) => void written[name]?.push(Buffer.from(bytes))
  const passe = createPasse(
    {
      fichierId: '',
      plan: resoudre(reading.lecture, entete),
      latest: 2030_01_01,
      octets: contenu.length,
    },
    { lues: to('lues'), personnes: to('personnes'), ecartees: to('ecartees') },
  )
  for (let at = 0; at < contenu.length;) {
    const end = at + pieces(contenu.length - at)
    passe.push(contenu.subarray(at, end))
    at = end
  }
  const compte = passe.end()
  const textes: Record<string, string> = {}
  for (const [name, all] of Object.entries(written)) textes[name] = Buffer.concat(all).toString()
  return { compte, textes }
}

test.each(noms)(
  `%s se lit de même, quels que soient les morceaux qui arrivent (graine ${GRAINE})`,
  (nom) => {
    const random = createRandom(GRAINE)
    const contenu = Buffer.from(readFileSync(new URL(nom, FOLDER), 'utf8').replace('\ufeff', ''))
    const whole = passer(contenu, (rest) => rest)
    expect(whole.compte.lignes.compte + whole.compte.indecises).toBeGreaterThan(0)
    expect(passer(contenu, () => 1)).toEqual(whole)
    for (let at = 0; at < tirages(12); at++)
      expect(passer(contenu, (rest) => random.between(1, Math.min(rest, 200)))).toEqual(whole)
  },
)
