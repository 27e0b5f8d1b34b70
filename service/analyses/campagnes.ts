import { sql } from 'kysely'
import {
  campagnesAnnees,
  type CampagnesEvolution,
  campagnesEvolution,
  type DonateursMixtes,
  donateursMixtes,
  type Parcours,
  parcoursPremierDernier,
  type RepartitionGlobale,
  repartitionGlobale,
} from '#contract/campagnes'
import { formatCount, formatPercent, plural } from '#figures/format'
import { nameProfil, PROFILS } from '#figures/profils'
import { evolutionOf, percentOf, sum } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import { type Analysis, call, type Given } from './analysis'
import { groupByAnnee, readAnnees } from './annees'
import { compareADate, evolutionADate, jourCompare } from './comparaison-a-date'
import { rule } from './definition'

export default {
  section: 'Campagnes',
  calls: [
    call(campagnesAnnees, ({ db }) => readAnnees(db)),
    call(campagnesEvolution, ({ config, db }) => readEvolution(db, config.CAMPAGNE_PRODUIT)),
    call(parcoursPremierDernier, ({ config, db }) => readParcours(db, config.CAMPAGNE_PRODUIT)),
    call(donateursMixtes, ({ db }) => readMixtes(db)),
    call(repartitionGlobale, ({ config, db }) => readRepartition(db, config.CAMPAGNE_PRODUIT)),
  ],
  definitions: defineCampagnes,
} satisfies Analysis

async function readEvolution(db: Db, produit: string): Promise<CampagnesEvolution> {
  const [rows, comparaison] = await Promise.all([
    db.selectFrom('nouveaux_anciens_profils_a_jour').selectAll().execute(),
    compareADate(db),
  ])
  const jour = jourCompare(comparaison)
  const annees = groupByAnnee(rows).map(({ annee, rows }) => {
    const byProfil = (group: 'nouveaux' | 'anciens') =>
      PROFILS.map((profil) => ({
        profil_campagne: nameProfil(produit, profil),
        nombre_donateurs: rows.find((row) => row.profil === profil)?.[group] ?? 0,
      }))
    const nouveaux = sum(rows.map((row) => row.nouveaux))
    const anciens = sum(rows.map((row) => row.anciens))
    return {
      annee,
      nouveaux: byProfil('nouveaux'),
      anciens: byProfil('anciens'),
      total_nouveaux: nouveaux,
      total_anciens: anciens,
      total_global: nouveaux + anciens,
    }
  })
  return {
    data: annees.map((annee, index) => {
      const before = annees[index - 1]
      const running = annee.annee === comparaison?.annee ? comparaison : null
      return {
        ...annee,
        evolution_nouveaux: before
          ? evolutionOf(annee.total_nouveaux, before.total_nouveaux)
          : null,
        evolution_anciens: before ? evolutionOf(annee.total_anciens, before.total_anciens) : null,
        evolution_globale: before ? evolutionOf(annee.total_global, before.total_global) : null,
        evolution_nouveaux_a_date: evolutionADate(running, 'nouveaux'),
        evolution_anciens_a_date: evolutionADate(running, 'anciens'),
        evolution_globale_a_date: evolutionADate(running, 'total'),
      }
    }),
    a_date: comparaison && jour && { ...jour, annee: comparaison.annee },
  }
}

/** From the campaign of the first gift ever to that of the last; empty without donors. */
async function readParcours(db: Db, produit: string): Promise<Parcours> {
  const { rows } = await sql<{ premier_vfl: boolean; dernier_vfl: boolean; nombre: number }>`
    select premier_vfl, dernier_vfl, sum(nombre) as nombre
    from carrieres_a_jour
    group by premier_vfl, dernier_vfl`.execute(db)
  if (rows.length === 0) return { data: [] }
  const name = (vfl: boolean) => (vfl ? 'VFL' : produit)
  const toParcours = (premier: boolean, dernier: boolean) => {
    const commences = rows.filter((row) => row.premier_vfl === premier)
    const nombre = commences.find((row) => row.dernier_vfl === dernier)?.nombre ?? 0
    return {
      premiere_campagne: name(premier),
      comportement: `${premier === dernier ? 'FIDELE' : 'MIGRE_VERS'}_${name(dernier)}`,
      nombre_donateurs: nombre,
      pourcentage_dans_premiere: percentOf(nombre, sum(commences.map((row) => row.nombre))),
    }
  }
  return {
    data: [
      toParcours(false, false),
      toParcours(false, true),
      toParcours(true, true),
      toParcours(true, false),
    ],
  }
}

async function readMixtes(db: Db): Promise<DonateursMixtes> {
  const { rows } = await sql<
    Record<'annee' | 'mixtes' | 'donateurs' | 'montant' | 'moyen', number>
  >`
    with profils as materialized (select * from nouveaux_anciens_profils_a_jour)
    select
      annee,
      coalesce(sum(nouveaux + anciens) filter (where profil = 'MIXTE'), 0) as mixtes,
      coalesce(sum(nouveaux + anciens), 0) as donateurs,
      coalesce(sum(montant) filter (where profil = 'MIXTE'), 0) as montant,
      coalesce(round(
        sum(montant) filter (where profil = 'MIXTE')
        / sum(nouveaux + anciens) filter (where profil = 'MIXTE'), 2), 0) as moyen
    from generate_series(
      (select min(annee)::integer from profils),
      (select max(annee)::integer from profils)
    ) as annee
    left join profils using (annee)
    group by annee
    order by annee`.execute(db)
  return {
    data: rows.map(({ annee, mixtes, donateurs, montant, moyen }) => ({
      annee,
      nombre_donateurs_mixtes: mixtes,
      total_donateurs_annee: donateurs,
      pourcentage_mixtes: percentOf(mixtes, donateurs),
      montant_total_mixtes: montant,
      montant_moyen_mixtes: moyen,
    })),
  }
}

async function readRepartition(db: Db, produit: string): Promise<RepartitionGlobale> {
  const rows = await db.selectFrom('carrieres_a_jour').select(['profil', 'nombre']).execute()
  const total = sum(rows.map((row) => row.nombre))
  if (total === 0) return { data: [], total_global: 0 }
  const libelles = { PRODUIT: `${produit} uniquement`, VFL: 'VFL uniquement', MIXTE: 'Les deux' }
  return {
    data: PROFILS.map((profil) => {
      const nombre = sum(rows.filter((row) => row.profil === profil).map((row) => row.nombre))
      return {
        profil_campagne: profil === 'MIXTE' ? 'LES_DEUX' : nameProfil(produit, profil),
        libelle_campagne: libelles[profil],
        nombre_donateurs: nombre,
        pourcentage: percentOf(nombre, total),
      }
    }),
    total_global: total,
  }
}

/** Defines the campaign figures, with a year's as examples. */
async function defineCampagnes({ config, db }: Given, annee: number) {
  const produit = config.CAMPAGNE_PRODUIT
  const [parcours, mixtes, repartition] = await Promise.all([
    readParcours(db, produit),
    readMixtes(db),
    readRepartition(db, produit),
  ])
  const [faithful, migrated] = parcours.data
  const year = mixtes.data.find((row) => row.annee === annee)
  const both = repartition.data.find(({ profil_campagne }) => profil_campagne === 'LES_DEUX')
  return {
    'evolution-campagnes': rule({
      titre: 'Évolution par campagne',
      formule: `Un don est de VFL si son code de campagne, ou à défaut de produit, contient le motif de cette campagne ; tout autre est de ${produit}. Donateurs de l’année par profil, nouveaux et anciens ; évolution : (année − année précédente) ÷ année précédente.`,
      exemple: null,
    }),
    parcours: rule({
      titre: 'De la première campagne à la dernière',
      formule:
        'Campagne du premier don de la carrière et campagne du dernier : la même, le donateur est fidèle ; une autre, il a migré. Qui n’a fait qu’un don est fidèle. % : part de ceux qui ont la même première campagne.',
      exemple:
        faithful && migrated && faithful.nombre_donateurs > 0
          ? `${produit} : ${plural(faithful.nombre_donateurs, 'resté', 'restés')} et ${plural(migrated.nombre_donateurs, 'parti', 'partis')}, soit ${formatPercent(faithful.pourcentage_dans_premiere)} de fidèles.`
          : null,
    }),
    mixtes: rule({
      titre: 'Donateurs mixtes',
      formule:
        'Donateurs qui ont donné aux deux campagnes dans l’année. Montant total : tous leurs dons de l’année ; montant moyen : par donateur mixte. La moyenne globale est celle des années ; son pourcentage, un rapport de sommes.',
      exemple:
        year && year.total_donateurs_annee > 0
          ? `${annee} : ${formatCount(year.nombre_donateurs_mixtes)} sur ${plural(year.total_donateurs_annee, 'donateur')}, soit ${formatPercent(year.pourcentage_mixtes)}.`
          : null,
    }),
    repartition: rule({
      titre: 'Répartition globale',
      formule:
        'Donateurs selon les campagnes de tous leurs dons : une seule, ou les deux (diversification).',
      exemple: both
        ? `${formatCount(both.nombre_donateurs)} sur ${plural(repartition.total_global, 'donateur')} ont donné aux deux, soit ${formatPercent(both.pourcentage)}.`
        : null,
    }),
  }
}
