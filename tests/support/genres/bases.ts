import { NOMS, PRENOMS_FEMININS, PRENOMS_MASCULINS } from '../../../service/programs/demo/names'
import { createBase } from '../corpus/base'
import { type Corpus, type Fiche, Plant } from '../corpus/plant'

const PRENOMS: [string, ...string[]] = [...PRENOMS_FEMININS, ...PRENOMS_MASCULINS]
const RUES = ['rural', 'paroissien', 'famille', 'maison'] as const

const giver = (plant: Plant, carte: Partial<Fiche>, media: string, dons: number): void => {
  const { random } = plant
  const id = plant.card({
    firstname: random.pick(PRENOMS),
    lastname: random.pick(NOMS),
    ...carte,
  })
  for (let left = dons; left > 0; left -= 1) plant.give(id, plant.amount(), plant.day(), media)
}

/** Paper and envelopes: three zips, mailboxes and telephones of households, one card in three without either. */
function paroisse(donateurs: number, seed: number): Corpus {
  const plant = new Plant('P', seed)
  const { random } = plant
  let foyer = { phone: '', email: '', zip: '49300', city: 'Cholet' }
  for (let at = 0; at < donateurs; at += 1) {
    if (!random.chance(0.45))
      foyer = {
        phone: random.chance(0.6) ? `024${random.between(1_000_000, 9_999_999)}` : '',
        email: random.chance(0.4)
          ? `${random.pick(RUES)}${random.between(1, 99_999)}@orange.fr`
          : '',
        zip: random.pick(['49300', '49280', '49340']),
        city: random.pick(['Cholet', 'La Séguinière', 'Trémentines']),
      }
    giver(
      plant,
      foyer,
      random.pick(['CHEQUE', 'CHEQUE', 'ESPECES', 'VIREMENT']),
      random.between(1, 6),
    )
  }
  return plant.corpus
}

/** Nearly everybody gives once: on a day of a broadcast through the telephone, or after it on the web. */
function soiree(donateurs: number, seed: number): Corpus {
  const plant = new Plant('S', seed)
  const { random } = plant
  for (let at = 0; at < donateurs; at += 1) {
    const web = random.chance(0.6)
    const carte = web ? {} : { email: '', zip: '', city: '', phone: plant.mobile() }
    giver(plant, carte, web ? 'WEB' : 'SMS', random.chance(0.05) ? 3 : 1)
  }
  for (let at = 0; at < donateurs / 5; at += 1) {
    const id = plant.card({
      firstname: random.pick(PRENOMS),
      lastname: random.pick(NOMS),
      zip: '',
      city: '',
      phone: '',
      ...(random.chance(0.5) && { email: '' }),
    })
    plant.give(id, 2, '2024-12-07', 'SMS')
  }
  return plant.corpus
}

/** Names alone: a tool that gave neither mailbox, telephone, town nor zip. */
function nue(donateurs: number, seed: number): Corpus {
  const corpus = createBase(donateurs, seed)
  return { ...corpus, fiches: corpus.fiches.map(sansCoordonnees) }
}

/** The card, its coordinates left out. */
export const sansCoordonnees = (fiche: Fiche): Fiche => ({
  ...fiche,
  email: '',
  phone: '',
  zip: '',
  city: '',
})

/** Bases of four cultures, in which nothing is planted. */
export const BASES = { annuaire: createBase, paroisse, soiree, nue } as const
export type Culture = keyof typeof BASES
