import { type RawBuilder, sql } from 'kysely'
import type { CompteFichier } from '#contract/fichiers'
import { formatCount, formatMoney, plural } from '#figures/format'
import { thisYear } from '#figures/today'
import { direRejets, direSansJour } from '#files/attentes'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { estDevise } from '../parsing/cells/devises'
import { MOTIFS } from '../parsing/cells/motifs'
import { arretesTouches, readExamples } from '../preview/changes'
import { warnOfCodes } from '../preview/codes'
import { countJumeaux, warnOfJumeaux } from '../preview/jumeaux'
import { warn } from '../preview/warnings'
import { depotOf } from '../staging/depot'
import { MOST_KEPT } from '../writing/before'
import { differing } from '../writing/comparison'
import { comparisonOf, type Order } from '../writing/order'
import { comparerDons } from './comparer'
import { compterAdditionnees } from './dons'
import { ENTRE_CLES, DANS_CLE } from './identifier'
import { ambigus } from './identites'
import { compterRepetees } from './numeros'
import { type Lisible, ordreDesDons, type Prevu, remplir, type Rempli } from './remplir'
import { demanderReprises, listDeplaces, warnOfReprises } from './reprises'
import type { Valeur } from './valeurs'
import { sommeDe } from './vocabulaire'

type Compte = NonNullable<CompteFichier['compte']>

const euros = (centimes: number) => centimes / 100

/** The equations of rows and amounts. */
async function equations(tx: Db, { lecture, lues }: Lisible, { addition, orphelins }: Rempli) {
  const additionnees = await compterAdditionnees(tx, addition)
  const { lignes, centimes } = lues
  return {
    lignes: {
      lues: sommeDe(lignes),
      dons: lignes.compte - additionnees,
      additionnees,
      ecartees: lignes.ne_compte_pas,
      remboursements: lignes.rembourse - orphelins.nombre,
      rejets: lignes.rejet + orphelins.nombre,
    },
    montants: {
      lues: euros(sommeDe(centimes)),
      dons: euros(centimes.compte),
      ecartees: euros(centimes.ne_compte_pas),
      remboursements: euros(centimes.rembourse - orphelins.centimes),
      rejets: euros(centimes.rejet + orphelins.centimes),
    },
    sans_addition:
      lecture.cle === 'commande_et_jour'
        ? { dons: lignes.compte, montant: euros(centimes.compte) }
        : null,
  }
}

/** Cards that a contact has none of, cards that are known, and donors whose keys led to several. */
async function compareDonateurs(tx: Db, { fiches, identification }: Rempli) {
  const { lignes } = depotOf(fiches.fichierId)
  const connus = onlyRow(
    await sql<{ nouveaux: number; connus: number }>`
      select
        count(*) filter (where t.contact_id is null) as nouveaux,
        count(*) filter (where t.contact_id is not null) as connus
      from ${lignes} as l left join donateurs as t using (contact_id)`.execute(tx),
  )
  const count = async (from: RawBuilder<unknown>): Promise<number> =>
    onlyRow(
      await sql<{ nombre: number }>`select count(*) as nombre from (${from}) as tous`.execute(tx),
    ).nombre
  const comparison = comparisonOf(fiches)
  const changements = await count(differing(comparison))
  const modifiees = changements - connus.nouveaux
  return {
    counts: { ...connus, ambigus: await count(ambigus(identification)) },
    changements,
    fiches: { modifiees, exemples: modifiees > 0 ? await readExamples(tx, comparison) : [] },
  }
}

/**
 * E-mails of several last names, and names of several e-mails, of which nothing else makes one donor: told. So are names
 * with one zip that anything else keeps apart.
 */
export async function countHomonymes(db: Db, { identification }: Rempli, { lecture }: Lisible) {
  const at = lecture.identite.indexOf('email_et_nom') + 1
  const part = (place: number) => sql`split_part(qui, ${sql.lit(ENTRE_CLES)}, ${sql.lit(place)})`
  const [email, name] = [1, 2].map(
    (half) => sql`split_part(${part(at)}, ${sql.lit(DANS_CLE)}, ${sql.lit(half)})`,
  )
  const last = part(lecture.identite.length + 1)
  const { table, contacts } = identification
  // Nearly always they are few, and what they lead to is looked up for them alone.
  const several = (by: typeof last | undefined, what: typeof last | undefined) => sql`
    with plusieurs as materialized (
      select ${by} as cle
      from ${table('qui')}
      where ${part(at)} <> '' and ${what} <> '' and ${by} <> ''
      group by ${by} having count(distinct ${what}) > 1
    )
    select cle
    from ${table('qui')}
    join plusieurs on cle = ${by}
    join ${contacts} as contacts on personne = n
    where ${part(at)} <> '' and ${what} <> ''
    group by cle having count(distinct contact) > 1`
  const none = sql`select null::text where false`
  const apart = sql`
    select distinct nom from (
      select nom from ${table('separes')} group by cle, nom having count(distinct contact) > 1
    ) as noms`
  return onlyRow(
    await sql<Compte['homonymes']>`
      select
        (select count(*) from (${at === 0 ? none : several(email, last)}) as emails) as email_a_plusieurs_noms,
        (select count(*) from ((${at === 0 ? none : several(name, email)}) union ${apart}) as noms)
          as nom_a_plusieurs_emails
    `.execute(db),
  )
}

const rejetsOf = ({ lues }: Lisible, { orphelins }: Rempli): Compte['rejets_par_motif'] =>
  [
    ...lues.rejets,
    ...(orphelins.nombre > 0
      ? [{ ...orphelins, cases: [], motif: 'remboursement_sans_don' as const }]
      : []),
  ]
    .map(({ motif, nombre, lignes, cases }) => ({ motif: MOTIFS[motif], nombre, lignes, cases }))
    .toSorted((one, other) => other.nombre - one.nombre)

const SANS_NUMERO =
  'Ce fichier ne numérote pas ses dons\u00a0: un don s’y reconnaît à son donateur, son jour et son montant. Deux dons égaux du même jour n’en font qu’un s’ils viennent de deux fichiers séparés\u00a0; un don dont le jour ou le montant est corrigé plus tard en fait un de plus\u00a0; et un don refusé plus tard reste compté.'

/** Of a file that numbers nothing, rows that would be a second gift like another. */
async function warnOfRepetees(tx: Db, { identification }: Rempli): Promise<string[]> {
  const { lignes, centimes } = await compterRepetees(tx, identification)
  return lignes === 0
    ? []
    : [
        `${plural(lignes, 'ligne a', 'lignes ont')} le donateur, le jour et le montant d’une autre\u00a0: ${formatMoney(euros(centimes))} de plus. Si ${lignes === 1 ? 'elle répète' : 'elles répètent'} un même don (une copie, ou ses parts), ce n’est pas un don de plus\u00a0: retirez ${lignes === 1 ? 'cette ligne' : 'ces lignes'} du fichier.`,
      ]
}

const warnOfEmails = (lignes: number): string[] =>
  lignes === 0
    ? []
    : [
        `${plural(lignes, 'ligne a', 'lignes ont')} plusieurs adresses dans la case de l’e-mail\u00a0: la première est lue, les autres ne sont pas gardées.`,
      ]

/** A file of gifts by its rows, as people see them: with those added to another. */
const asSeen = (order: Order, total: number): Order => ({
  ...order,
  lecture: { ...order.lecture, total },
})

const prevuDe = (
  lisible: Lisible,
  rempli: Rempli,
  { depose, dons: { mis_a_zero } }: Awaited<ReturnType<typeof comparerDons>>,
): Prevu => ({
  dons: ordreDesDons(lisible, rempli, depose).lecture,
  fiches: rempli.fiches.lecture,
  mis_a_zero,
})

/** What an import of a reading would do, and what it will ask; in a transaction that the caller undoes. */
export async function compter(
  tx: Db,
  lisible: Lisible,
  rempli: Rempli,
): Promise<{ compte: Omit<Compte, 'homonymes'>; prevu: Prevu }> {
  const { lues, lecture } = lisible
  const { lignes, montants, sans_addition } = await equations(tx, lisible, rempli)
  const compares = await comparerDons(tx, lisible, rempli)
  const { dons, par_annee, annees, changements } = compares
  const ordre = ordreDesDons(lisible, rempli, compares.depose)
  const donateurs = await compareDonateurs(tx, rempli)
  const current = thisYear()
  const annees_changees = annees
    .filter((annee) => annee < current)
    .toSorted((one, other) => one - other)
  const shown = ({ centimes, par, estTacite: _tacite, ...valeur }: Valeur) => ({
    ...valeur,
    genre: par === 'texte' && estDevise(valeur.valeur) ? ('devise' as const) : par,
    montant: euros(centimes),
  })
  const valeurs = lues.valeurs.map(shown)
  const jumeaux = await countJumeaux(tx, ordre, dons.nouveaux)
  const deplaces = compares.connus > 0 ? await listDeplaces(tx, ordre, lecture) : []
  const numeros_repris = await demanderReprises(tx, ordre, lecture, compares)
  const a_decider = lues.indecises
  // Gifts and cards are kept as two imports are.
  const annulable = changements <= MOST_KEPT && donateurs.changements <= MOST_KEPT
  const estNumerote = lecture.cle !== 'contact_jour_montant'
  const a_confirmer = [
    ...(estNumerote ? [] : await warnOfRepetees(tx, rempli)),
    ...warnOfJumeaux(jumeaux, dons.nouveaux),
    ...warnOfReprises({ ...compares, deplaces, demandes: numeros_repris !== null }, lecture),
    ...(await warnOfCodes(tx, ordre, rempli.addition.lues)),
    ...(await warn(tx, asSeen(ordre, lignes.lues))),
  ]
  const compte = {
    bloque: valeurs.filter(({ sort }) => sort === null),
    lignes,
    montants,
    dons,
    sans_addition,
    donateurs: { ...donateurs.counts, anonymes: compares.anonymes },
    fiches: donateurs.fiches,
    par_annee,
    numeros_repris,
    annees_changees,
    arretes: await arretesTouches(tx, annees_changees),
    valeurs,
    a_voir: lues.aVoir.map(shown),
    masquees:
      lues.cachees.lignes > 0
        ? { lignes: lues.cachees.lignes, montant: euros(lues.cachees.centimes) }
        : null,
    lignes_courtes: lues.rejets.find(({ motif }) => motif === 'champs_manquants')?.nombre ?? 0,
    sans_jour:
      lues.sansJour + (lues.rejets.find(({ motif }) => motif === 'date_partielle')?.nombre ?? 0),
    a_decider,
    rejets_par_motif: rejetsOf(lisible, rempli),
    avertissements: [
      ...(estNumerote ? [] : [SANS_NUMERO]),
      ...direSansJour(lues.sansJour, lecture.jour_constant),
      ...warnOfEmails(lues.autresEmails),
      ...a_confirmer,
      ...(annulable
        ? []
        : [
            `Cet import ne pourra pas être annulé\u00a0: il change plus de ${formatCount(MOST_KEPT)} lignes.`,
          ]),
    ],
    rejets_nombreux: direRejets(lignes.rejets - a_decider, lignes.lues),
    a_confirmer,
    annulable,
  }
  return { compte, prevu: prevuDe(lisible, rempli, compares) }
}

/** What an import asks, of a reading whose account is not of what is stored now. */
export async function prevoir(tx: Db, lisible: Lisible): Promise<Prevu> {
  const rempli = await remplir(tx, lisible)
  return prevuDe(lisible, rempli, await comparerDons(tx, lisible, rempli))
}
