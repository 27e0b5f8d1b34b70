import { NOMS, PRENOMS_FEMININS, PRENOMS_MASCULINS } from '../../../service/programs/demo/names'
import { Plant, words } from './plant'

const DEBUTS = words(
  `Bert, Chaus, Mont, Gar, Lam, Des, Ric, Val, Bouch, Per, Cour, Tris, Gou, Mar, Pel, Ser, Vil, Fort, Cham, Bar,
  Lan, Mou, Tou, Roch, Blan, Grand, Cast, Font, Pic, Sau, Rou, Bre, Cres, Delm, Fer, Gau, Hau, Jou, Mal, Nav`,
)
const MILIEUX = words(`, in, er, ar, ill, on, an, el, ou, is, et, al`)
const FINS = words(
  `rand, ier, eau, ot, in, el, ard, oux, ette, aud, ac, et, on, ois, ain, iez, ault, elle, eret, y, as, ieu`,
)
const PRENOMS: [string, ...string[]] = [...PRENOMS_FEMININS, ...PRENOMS_MASCULINS]

/** So many believable donors, without anything odd: one, a few or many gifts; names from the common to those of one bearer. */
export function createBase(donateurs: number, seed: number) {
  const plant = new Plant('B', seed)
  const { random } = plant
  const first = () => random.pick(PRENOMS)
  const last = () =>
    random.chance(0.6)
      ? random.pick(NOMS)
      : `${random.pick(DEBUTS)}${random.pick(MILIEUX)}${random.pick(FINS)}`
  for (let at = 0; at < donateurs; at += 1) {
    const id = plant.card({ firstname: first(), lastname: last() })
    const kind = random.between(1, 100)
    if (kind <= 4) plant.monthly(id, random.pick([5, 10, 15, 20]), random.between(2019, 2023), 24)
    else if (kind <= 5) plant.give(id, random.pick([500, 1_000, 2_000, 5_000]), plant.day())
    else
      for (let don = random.between(1, 4); don > 0; don -= 1)
        plant.give(id, plant.amount(), plant.day())
  }
  return plant.corpus
}
