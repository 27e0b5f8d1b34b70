import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { EST_AUTRE, EST_REPRIS } from '../preview/reprises'
import { depotOf } from '../staging/depot'
import { isOther } from '../writing/comparison'
import { colonnesDe, lignesDesDons } from './dons'
import { ANONYME } from './identites'
import type { Depose, Lisible, Rempli } from './remplir'
import type { Annee } from './vocabulaire'

const euros = (centimes: number) => centimes / 100

/** Gifts of the file by year: what the pass counted, but for rows of one key, which are added up, and for refunds. */
async function lireAnnees(
  tx: Db,
  { lecture, lues }: Lisible,
  { addition }: Rempli,
): Promise<Map<number, Annee>> {
  const { rows } = await sql<Annee>`
    select date_part('year', jour)::integer as annee,
      sum(dons) as dons, sum(zeros) as zeros, sum(centimes) as centimes
    from (
      select jour, case when retenue then 0 else -1 end as dons,
        case when retenue and brut = 0 then 1 else 0 end - case when cents = 0 then 1 else 0 end as zeros,
        case when retenue then brut else 0 end - cents as centimes
      from ${addition.table('repetees')}
      union all
      select jour, 0,
        case when c.centimes = 0 then 1 else 0 end - case when comptees.brut = 0 then 1 else 0 end,
        c.centimes - comptees.brut
      from ${lignesDesDons(addition)}
      join ${addition.table('corriges')} as c on c.don_id = ${`${lecture.prefixe}-`} || cle
      where dans_le_fichier
    ) as corrections
    group by 1`.execute(tx)
  const annees = new Map(lues.annees.map((of) => [of.annee, { ...of }]))
  for (const { annee, dons, zeros, centimes } of rows) {
    const of = annees.get(annee) ?? { annee, dons: 0, zeros: 0, centimes: 0 }
    of.dons += dons
    of.zeros += zeros
    of.centimes += centimes
    annees.set(annee, of)
  }
  for (const [annee, { dons }] of annees) if (dons === 0) annees.delete(annee)
  return annees
}

/** Gifts that are stored already, by year and by what becomes of them. */
interface Groupe {
  annee: number
  /** Stored ones that the file changes and that are not in it. */
  hors: boolean
  /** Whether they will count, and the year in which they do now. */
  compte: boolean
  avant: number | null
  lignes: number
  montant: number
  modifies: number
  mis_a_zero: number
  anonymes: number
  /** Which are other gifts of their key, it seems: by EST_AUTRE, and by EST_REPRIS. */
  autres: number
  repris: number
  /** Whose amount falls, with no refund that says so: not all rows of the order are there, it seems. */
  diminues: number
}

async function lireConnus(tx: Db, { lecture }: Lisible, { addition }: Rempli): Promise<Groupe[]> {
  const depot = depotOf(addition.lectureId)
  const comparison = { type: 'donations' as const, depot, columns: colonnesDe(lecture) }
  const { rows } = await sql<Groupe>`
    select date_part('year', s.order_date)::integer as annee,
      s.id in (select don_id from ${addition.table('corriges')} where not dans_le_fichier) as hors,
      s.order_amount > 0 as compte,
      case when t.order_amount > 0 then date_part('year', t.order_date)::integer end as avant,
      count(*) as lignes, sum(s.order_amount) as montant,
      count(*) filter (where ${isOther(comparison)}) as modifies,
      count(*) filter (where s.order_amount = 0 and t.order_amount > 0) as mis_a_zero,
      count(*) filter (where s.contact_id = ${`${lecture.prefixe}-${ANONYME}`}) as anonymes,
      count(*) filter (where ${EST_AUTRE}) as autres,
      count(*) filter (where ${EST_REPRIS}) as repris,
      count(*) filter (
        where s.order_amount > 0 and s.order_amount < t.order_amount
          and s.id not in (select don_id from ${addition.table('corriges')})
      ) as diminues
    from ${depot.lignes} as s
    join donations as t on t.id = s.id
    where starts_with(t.id, ${`${lecture.prefixe}-`})
    group by 1, 2, 3, 4`.execute(tx)
  return rows
}

const countAnonymes = async (tx: Db, { lues }: Lisible, { addition }: Rempli): Promise<number> => {
  const { rows } = await sql<{ nombre: number }>`
    select count(*) as nombre from ${addition.table('repetees')}
    where personne is null and not retenue`.execute(tx)
  return lues.anonymes - (rows[0]?.nombre ?? 0)
}

/** What becomes of gifts, compared with those stored. */
export async function comparerDons(tx: Db, lisible: Lisible, rempli: Rempli) {
  const annees = [...(await lireAnnees(tx, lisible, rempli)).values()].toSorted(
    (one, other) => one.annee - other.annee,
  )
  const groupes = await lireConnus(tx, lisible, rempli)
  const all = (what: 'dons' | 'zeros' | 'centimes') => annees.reduce((sum, of) => sum + of[what], 0)
  const sum = (
    of: readonly Groupe[],
    what: 'lignes' | 'modifies' | 'mis_a_zero' | 'anonymes' | 'autres' | 'repris' | 'diminues',
  ) => of.reduce((lignes, groupe) => lignes + groupe[what], 0)
  const hors = groupes.filter((groupe) => groupe.hors)
  const connus = groupes.filter((groupe) => !groupe.hors)
  const modifies = sum(groupes, 'modifies')
  const nouveaux = all('dons') - sum(connus, 'lignes')
  const depose: Depose = {
    lignes: all('dons') + sum(hors, 'lignes'),
    zeros:
      all('zeros') +
      sum(
        hors.filter(({ compte }) => !compte),
        'lignes',
      ),
    centimes:
      all('centimes') +
      hors.reduce((centimes, { montant }) => centimes + Math.round(montant * 100), 0),
    premier: lisible.lues.premier || null,
    dernier: lisible.lues.dernier || null,
  }
  const changed = groupes.filter((groupe) => groupe.modifies > 0)
  /** Years in which gifts that are not stored will count. */
  const added = annees.filter(
    ({ annee, dons, zeros }) =>
      dons - zeros >
      sum(
        connus.filter((of) => of.compte && of.annee === annee),
        'lignes',
      ),
  )
  return {
    depose,
    connus: sum(connus, 'lignes'),
    autres: sum(connus, 'autres'),
    repris: sum(connus, 'repris'),
    diminues: sum(connus, 'diminues'),
    anonymes: (await countAnonymes(tx, lisible, rempli)) + sum(hors, 'anonymes'),
    dons: {
      total: all('dons'),
      montant: euros(all('centimes')),
      nouveaux,
      modifies,
      inchanges: depose.lignes - nouveaux - modifies,
      mis_a_zero: sum(groupes, 'mis_a_zero'),
    },
    par_annee: annees.map(({ annee, dons, centimes }) => ({
      annee,
      dons,
      montant: euros(centimes),
    })),
    annees: [
      ...new Set([
        ...added.map(({ annee }) => annee),
        ...changed.flatMap(({ annee, compte, avant }) => [
          ...(compte ? [annee] : []),
          ...(avant === null ? [] : [avant]),
        ]),
      ]),
    ],
    changements: nouveaux + modifies,
  }
}
