import type { Sort } from '#contract/lecture'

/** A row of an invented tool, its cells as people would say them; amounts are cents. */
export interface LigneOutil {
  numero: string
  commande: string
  /** An instant; how it is written is the file's business. */
  instant: Date
  statut: string
  prenom: string
  nom: string
  email: string
  cp: string
  tarif: string
  /** Null where the cell is empty. */
  montant: number | null
  promo: number
  option: number
  reference: string
}

/** How the file is read. */
export interface ChoixOutil {
  prefixe: string
  cle: 'commande_et_jour' | 'numero'
  isUtc: boolean
  sorts: Record<string, Sort>
}

/** Somebody who gives. */
export interface Personne {
  /** What the base calls it, once it has told. */
  contact?: string
  /** That of its card, once the base has told. */
  email?: string
}

export interface DonOutil {
  cents: number
  jour: string
  /** Code and donor of its largest row; of equally large ones it may be any. */
  plusGrandes: { tarif: string; personne: Personne }[]
}

interface CompteOutil {
  lues: number
  dons: number
  additionnees: number
  ecartees: number
  remboursements: number
  rejets: number
}

/** What a file does, rows and cents of it; undefined where a value blocks it. */
export interface Lu {
  indecises: string[]
  lignes: CompteOutil
  centimes: CompteOutil
}

const PARIS = new Intl.DateTimeFormat('fr-CA', { timeZone: 'Europe/Paris' })
const LOCAL = new Intl.DateTimeFormat('fr-CA', { timeZone: 'UTC' })

const plain = (text: string) =>
  Array.from(text.normalize('NFD').toLowerCase())
    .filter((letter) => !/\p{M}/u.test(letter))
    .map((letter) => (/[a-z0-9]/.test(letter) ? letter : ' '))
    .join('')
    .split(' ')
    .filter((word) => word !== '' && !['m', 'mme', 'mlle', 'dr'].includes(word))
    .join(' ')

/** What a row's donor is known by, the surest first. */
function clesDe({ prenom, nom, email, cp }: LigneOutil): string[] {
  const name = `${plain(prenom)} ${plain(nom)}`.trim()
  const isWhole = plain(prenom) !== '' && plain(nom) !== ''
  const keys: string[] = []
  if (email.trim() !== '' && plain(nom) !== '') keys.push(`e:${email.trim().toLowerCase()}:${name}`)
  if (cp !== '' && isWhole) keys.push(`z:${name}:${cp}`)
  return keys
}

const emailDe = ({ email }: LigneOutil) => email.trim().toLowerCase()

const none = (): CompteOutil => ({
  lues: 0,
  dons: 0,
  additionnees: 0,
  ecartees: 0,
  remboursements: 0,
  rejets: 0,
})

/** The people whom files have told of, whatever tool they came with. */
export class Gens {
  readonly cles = new Map<string, Personne>()
  /**
   * Whether it knows who is who: of equally sure people the one with the smaller number is taken, and the numbers of
   * those without a gift are not told.
   */
  estSur = true
}

const bySmaller = ({ contact: one = '' }: Personne, { contact: other = '' }: Personne) =>
  one.length - other.length || (one < other ? -1 : 1)

/** A base that takes files of a tool one after the other: the law in plain words, row by row, without a database. */
export class MondeOutil {
  dons = new Map<string, DonOutil>()
  #gens: Gens
  #rendus = new Map<string, { don: string; cents: number }>()
  /** Of gifts that something was paid back of: what they were before. */
  #bruts = new Map<string, number>()

  constructor(gens: Gens) {
    this.#gens = gens
  }

  /** The names with their zip that people of several e-mails bear: whose any other of them is, they do not say. */
  #disputees(lignes: LigneOutil[]): Set<string> {
    const bearers = new Map<string, Map<unknown, Set<string>>>()
    const bear = (key: string, who: unknown, email: string) => {
      if (email === '') return
      const all = bearers.get(key) ?? new Map<unknown, Set<string>>()
      bearers.set(key, all.set(who, (all.get(who) ?? new Set<string>()).add(email)))
    }
    for (const ligne of lignes) {
      const [own, ...others] = clesDe(ligne)
      const named = others[0] ?? own
      if (own === undefined || !named?.startsWith('z:')) continue
      const known = this.#gens.cles.get(named)
      bear(named, this.#gens.cles.get(own) ?? own, emailDe(ligne))
      if (known) bear(named, known, known.email ?? '')
    }
    const several = (all: Map<unknown, Set<string>>) =>
      all.size > 1 && new Set([...all.values()].flatMap((emails) => [...emails])).size > 1
    return new Set([...bearers].flatMap(([key, all]) => (several(all) ? [key] : [])))
  }

  /** Everybody of a file, by its keys: whoever shares one that nobody knew yet is one person. */
  #connaitre(lignes: LigneOutil[]): (ligne: LigneOutil) => Personne {
    const groups: { neuves: Set<string>; toutes: [rang: number, cle: string][] }[] = []
    const disputees = this.#disputees(lignes)
    for (const ligne of lignes) {
      const email = emailDe(ligne)
      const keys = clesDe(ligne).filter(
        (key) => email === '' || !disputees.has(key) || this.#gens.cles.get(key)?.email === email,
      )
      const group = {
        neuves: new Set(keys.filter((key) => !this.#gens.cles.has(key))),
        toutes: keys.map((key): [number, string] => [key.startsWith('e:') ? 0 : 1, key]),
      }
      for (let at = groups.length - 1; at >= 0; at--) {
        const other = groups[at]
        if (!other || ![...other.neuves].some((key) => group.neuves.has(key))) continue
        for (const key of other.neuves) group.neuves.add(key)
        group.toutes.push(...other.toutes)
        groups.splice(at, 1)
      }
      groups.push(group)
    }
    const fresh = new Map<string, Personne>()
    for (const { neuves, toutes } of groups) {
      const found = toutes
        .flatMap(([rang, key]) => {
          const personne = this.#gens.cles.get(key)
          return personne ? [{ rang, personne }] : []
        })
        .toSorted((one, other) => one.rang - other.rang || bySmaller(one.personne, other.personne))
      const [known] = found
      const equals = new Set(
        found.filter(({ rang }) => rang === known?.rang).map(({ personne: one }) => one),
      )
      if (equals.size > 1 && [...equals].some(({ contact }) => contact === undefined))
        this.#gens.estSur = false
      const personne = known?.personne ?? {}
      for (const key of neuves) fresh.set(key, personne)
    }
    for (const [key, personne] of fresh) this.#gens.cles.set(key, personne)
    return (ligne) => this.#gens.cles.get(clesDe(ligne)[0] ?? '') ?? {}
  }

  /** Takes a file whole, or nothing of it if a value was not decided on. */
  importer(lignes: LigneOutil[], { prefixe, cle, isUtc, sorts }: ChoixOutil): Lu {
    const rows = none()
    const cents = none()
    const count = (what: keyof CompteOutil, amount: number) => {
      rows[what]++
      rows.lues++
      cents[what] += amount
      cents.lues += amount
    }
    const dayOf = ({ instant }: LigneOutil) => (isUtc ? PARIS : LOCAL).format(instant)
    const idOf = (ligne: LigneOutil) =>
      `${prefixe}-${cle === 'numero' ? ligne.numero : `${ligne.commande}-${dayOf(ligne)}`}`
    const amountOf = ({ montant, promo, option }: LigneOutil) =>
      montant === null ? 0 : montant + option - promo

    const comptees: LigneOutil[] = []
    const rendues: LigneOutil[] = []
    const hors = new Set<string>()
    for (const ligne of lignes) {
      const sort = sorts[ligne.statut]
      const amount = amountOf(ligne)
      if (sort === undefined) count('rejets', amount)
      else if (sort === 'ne_compte_pas') {
        count('ecartees', amount)
        hors.add(idOf(ligne))
      } else if (ligne.montant === null) count('rejets', amount)
      else if (sort === 'rembourse') rendues.push(ligne)
      else if (amount < 0 || clesDe(ligne).length === 0) count('rejets', amount)
      else {
        comptees.push(ligne)
        count('dons', amount)
      }
    }
    const personneDe = this.#connaitre(comptees)
    const neufs = new Map<string, DonOutil & { plusGrande: number }>()
    for (const ligne of comptees) {
      const id = idOf(ligne)
      const amount = amountOf(ligne)
      const before = neufs.get(id)
      if (before) {
        rows.dons--
        rows.additionnees++
      }
      const isLarger = !before || amount > before.plusGrande
      const own = { tarif: ligne.tarif, personne: personneDe(ligne) }
      neufs.set(id, {
        cents: (before?.cents ?? 0) + amount,
        jour: dayOf(ligne),
        plusGrandes: isLarger
          ? [own]
          : amount === before.plusGrande
            ? [...before.plusGrandes, own]
            : before.plusGrandes,
        plusGrande: Math.max(amount, before?.plusGrande ?? 0),
      })
    }
    const stored = (id: string) => this.#bruts.get(id) ?? this.dons.get(id)?.cents
    const said = new Map<string, number>()
    for (const ligne of rendues) {
      const don = ligne.reference === '' ? idOf(ligne) : `${prefixe}-${ligne.reference}`
      const amount = amountOf(ligne)
      if (!neufs.has(don) && !this.dons.has(don)) {
        count('rejets', amount)
        continue
      }
      count('remboursements', amount)
      const own = `${don}|${dayOf(ligne)}|${Math.abs(amount)}`
      const times = (said.get(own) ?? 0) + 1
      said.set(own, times)
      const cleRendue = ligne.reference === '' ? `${own}|${times}` : `${prefixe}-${ligne.numero}`
      this.#bruts.set(don, neufs.get(don)?.cents ?? stored(don) ?? 0)
      this.#rendus.set(cleRendue, { don, cents: Math.abs(amount) })
    }
    for (const [id, { cents: sum, jour, plusGrandes }] of neufs) {
      const don = { cents: sum, jour, plusGrandes }
      this.dons.set(id, don)
      if (this.#bruts.has(id)) this.#bruts.set(id, don.cents)
    }
    for (const [id, brut] of this.#bruts) {
      const don = this.dons.get(id)
      const isConcerned =
        neufs.has(id) ||
        rendues.some((ligne) =>
          ligne.reference === '' ? idOf(ligne) === id : `${prefixe}-${ligne.reference}` === id,
        )
      if (!don || !isConcerned) continue
      const back = [...this.#rendus.values()].reduce(
        (sum, one) => sum + (one.don === id ? one.cents : 0),
        0,
      )
      don.cents = Math.max(0, brut - back)
    }
    for (const id of hors) {
      const don = this.dons.get(id)
      if (don && !neufs.has(id)) {
        don.cents = 0
        if (this.#bruts.has(id)) this.#bruts.set(id, 0)
      }
    }
    const indecises = [...new Set(lignes.map(({ statut }) => statut))].filter(
      (statut) => sorts[statut] === undefined,
    )
    return { indecises, lignes: rows, centimes: cents }
  }
}
