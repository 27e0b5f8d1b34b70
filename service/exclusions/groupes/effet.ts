import { sql } from 'kysely'
import type { Concernes, EffetGroupes, EffetSeparation } from '#contract/groupes'
import { centsOf, percentOf, sum } from '#figures/ratios'
import type { Db } from '../../platform/database/connect'
import { inSnapshot } from '../../platform/database/snapshot'
import { type MembreLu, readDernier, readEmportes, readMembres, readPersonnes } from './lire'
import { disagree, gather, part, planifierSeparation } from './planifier'

interface Annee {
  annee: number
  donateurs: number
  nouveaux: number
  conserves: number
}

/** The donors of each year as the screens show them. */
async function readAnnees(tx: Db): Promise<Annee[]> {
  const { rows } = await sql<Annee>`
    select
      annee,
      sum(nombre)::bigint as donateurs,
      coalesce(sum(nombre) filter (where recul = 0), 0)::bigint as nouveaux,
      coalesce(sum(nombre) filter (where recul = 1), 0)::bigint as conserves
    from donateurs_par_jour_a_jour
    group by annee
    order by annee`.execute(tx)
  return rows
}

/** Who is which donor, and who counts. */
type Lecture = (member: MembreLu) => { donateur: string; compte: boolean }

/** The years of each donor that counts. */
function carreersOf(members: readonly MembreLu[], read: Lecture): Set<number>[] {
  const donors = new Map<string, Set<number>>()
  for (const member of members) {
    const { donateur, compte } = read(member)
    if (!compte || member.annees.length === 0) continue
    donors.set(donateur, new Set([...(donors.get(donateur) ?? []), ...member.annees]))
  }
  return [...donors.values()]
}

function countYear(careers: readonly Set<number>[], annee: number): Omit<Annee, 'annee'> {
  const givers = careers.filter((years) => years.has(annee))
  return {
    donateurs: givers.length,
    nouveaux: givers.filter((years) => Math.min(...years) === annee).length,
    conserves: givers.filter((years) => years.has(annee - 1)).length,
  }
}

/** What these members change of the figures where they are read as `apres` instead of as they are. */
async function compare(
  tx: Db,
  members: readonly MembreLu[],
  desaccord: boolean,
  apres: Lecture,
  personnes: readonly { principal: string; contacts: readonly string[] }[],
): Promise<EffetGroupes> {
  const before = carreersOf(members, ({ principal, exclu }) => ({
    donateur: principal,
    compte: !exclu,
  }))
  const after = desaccord ? before : carreersOf(members, apres)
  const published = await readAnnees(tx)
  const changed = new Map(
    published.map((year) => {
      const [old, next] = [countYear(before, year.annee), countYear(after, year.annee)]
      const later = {
        donateurs: year.donateurs + next.donateurs - old.donateurs,
        nouveaux: year.nouveaux + next.nouveaux - old.nouveaux,
        conserves: year.conserves + next.conserves - old.conserves,
      }
      return [year.annee, { year, later }]
    }),
  )
  const par_annee = [...changed.values()].map(({ year, later }) => {
    const last = changed.get(year.annee - 1)
    return {
      annee: year.annee,
      donateurs: { avant: year.donateurs, apres: later.donateurs },
      nouveaux: { avant: year.nouveaux, apres: later.nouveaux },
      fidelisation: {
        avant: percentOf(year.conserves, last?.year.donateurs ?? 0),
        apres: percentOf(later.conserves, last?.later.donateurs ?? 0),
      },
    }
  })
  return {
    membres: members.map(
      ({ annees: _years, premier_jour: _day, connu: _known, a_une_fiche: _card, ...member }) =>
        member,
    ),
    desaccord,
    personnes: await readPersonnes(tx, personnes),
    numero_attendu: await readDernier(
      tx,
      members.map(({ contact_id }) => contact_id),
    ),
    donations: sum(members.map(({ donations }) => donations)),
    montant: sum(members.map(({ montant }) => centsOf(montant))) / 100,
    donateurs: { avant: before.length, apres: after.length },
    par_annee: par_annee
      .filter(
        ({ donateurs, nouveaux, fidelisation }) =>
          donateurs.avant !== donateurs.apres ||
          nouveaux.avant !== nouveaux.apres ||
          fidelisation.avant !== fidelisation.apres,
      )
      .toReversed(),
  }
}

/** What a merge would change, in one snapshot. */
export const readEffetFusion = (db: Db, { groupes, exclusion }: Concernes): Promise<EffetGroupes> =>
  inSnapshot(db, async (tx) => {
    const named = groupes.flatMap(({ principal, contacts }) => [principal, ...contacts])
    const members = await readMembres(tx, named)
    const gathered = gather(groupes, members)
    const later = new Map(
      gathered.flatMap(({ principal, members: own }) =>
        own.map(({ contact_id, exclu }) => [
          contact_id,
          {
            donateur: principal,
            compte: disagree(own) ? exclusion !== 'exclure' : !exclu,
          },
        ]),
      ),
    )
    const desaccord = !exclusion && gathered.some(({ members: own }) => disagree(own))
    return compare(
      tx,
      members,
      desaccord,
      ({ contact_id, exclu }) => later.get(contact_id) ?? { donateur: contact_id, compte: !exclu },
      gathered.map(({ principal, members: own }) => ({
        principal,
        contacts: own.map(({ contact_id }) => contact_id),
      })),
    )
  })

/** What a separation would change, in one snapshot. */
export const readEffetSeparation = (db: Db, contact: string): Promise<EffetSeparation> =>
  inSnapshot(db, async (tx) => {
    const members = await readMembres(tx, [contact])
    const { reste } = planifierSeparation(contact, members)
    const parted = part(contact, members)
    const others = parted[1].map(({ contact_id }) => contact_id)
    const reintegrables = await readEmportes(tx, parted)
    const rendus = new Set(reintegrables.flat())
    const effet = await compare(
      tx,
      members,
      false,
      ({ contact_id, exclu }) => ({
        donateur: contact_id === contact ? contact_id : reste,
        compte: !exclu || rendus.has(contact_id),
      }),
      [
        { principal: contact, contacts: [contact] },
        { principal: reste, contacts: others },
      ],
    )
    return { ...effet, reintegrables }
  })
