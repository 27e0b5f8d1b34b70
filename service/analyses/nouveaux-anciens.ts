import {
  type NouveauxAnciens,
  nouveauxAnciens,
  nouveauxAnciensAnnees,
  nouveauxCampagnes,
  nouveauxMedia,
  nouveauxOrigine,
  PERIODES,
} from '#contract/nouveaux-anciens'
import { CODES_AU_PLUS } from '#contract/ventilation'
import { formatCount, plural } from '#figures/format'
import { objectifOf, percentOf, sum } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import { type Analysis, call, type Given } from './analysis'
import { readAnnees } from './annees'
import { compareMedias, compareOrigines, compareProfils } from './comparaison'
import { compareADate, evolutionADate, jourCompare } from './comparaison-a-date'
import { rule } from './definition'

export default {
  section: 'Nouveaux',
  calls: [
    call(nouveauxAnciensAnnees, ({ db }) => readAnnees(db)),
    call(nouveauxAnciens, ({ db, params }) => readNouveauxAnciens(db, params.annee)),
    call(nouveauxMedia, ({ db, params }) => compareMedias(db, params.annee)),
    call(nouveauxOrigine, ({ db, params }) => compareOrigines(db, params.annee)),
    call(nouveauxCampagnes, ({ config, db, params }) =>
      compareProfils(db, config.CAMPAGNE_PRODUIT, params.annee),
    ),
  ],
  definitions: defineNouveauxAnciens,
} satisfies Analysis

async function readNouveauxAnciens(db: Db, annee: number): Promise<NouveauxAnciens> {
  const [rows, comparaison] = await Promise.all([
    db
      .selectFrom('donateurs_par_mois_a_jour')
      .select(['annee', 'mois', 'recul', 'nombre'])
      .where('annee', 'in', [annee - 1, annee])
      .execute(),
    compareADate(db, annee),
  ])
  const jour = jourCompare(comparaison)
  const count = (group: 'nouveaux' | 'anciens', year: number, mois?: readonly number[]) =>
    sum(
      rows
        .filter((row) => row.annee === year && (mois?.includes(row.mois) ?? true))
        .filter((row) => (group === 'nouveaux') === (row.recul === 0))
        .map((row) => row.nombre),
    )
  const nouveaux = count('nouveaux', annee)
  const anciens = count('anciens', annee)
  const nouveauxAvant = count('nouveaux', annee - 1)
  const anciensAvant = count('anciens', annee - 1)
  const share = (nombre: number, total: number, before: number) => ({
    nombre,
    pourcentage_annee: percentOf(nombre, total),
    pourcentage_annee_precedente: percentOf(nombre, before),
  })
  return {
    data: PERIODES.map(({ periode, mois }) => {
      const nouveauxDici = count('nouveaux', annee, mois)
      const anciensDici = count('anciens', annee, mois)
      return {
        periode,
        nouveaux: share(nouveauxDici, nouveaux, nouveauxAvant),
        anciens: share(anciensDici, anciens, anciensAvant),
        total: nouveauxDici + anciensDici,
      }
    }),
    totaux: {
      total_nouveaux: nouveaux,
      total_anciens: anciens,
      total_general: nouveaux + anciens,
      total_nouveaux_precedente: nouveauxAvant,
      total_anciens_precedente: anciensAvant,
      total_general_precedente: nouveauxAvant + anciensAvant,
    },
    objectifs: {
      nouveaux: objectifOf(nouveaux, nouveauxAvant),
      anciens: objectifOf(anciens, anciensAvant),
    },
    a_date: jour && {
      ...jour,
      evolution_nouveaux: evolutionADate(comparaison, 'nouveaux'),
      evolution_anciens: evolutionADate(comparaison, 'anciens'),
      evolution_general: evolutionADate(comparaison, 'total'),
    },
  }
}

/** Defines new and existing donors, with a year's figures as examples. */
async function defineNouveauxAnciens({ db }: Given, annee: number) {
  const { totaux, objectifs } = await readNouveauxAnciens(db, annee)
  const some = (exemple: string) => (totaux.total_general > 0 ? exemple : null)
  const largest = `Les ${CODES_AU_PLUS} plus grands codes de l’année, puis tous les autres ensemble.`
  const compared =
    '%\u00A0: part du total de la colonne. Évolution\u00A0: (année − année précédente) ÷ année précédente\u00A0; 100\u00A0% si elle part de 0.'
  return {
    'nouveaux-anciens': rule({
      titre: 'Nouveaux et anciens donateurs',
      formule:
        'Nouveau : donateur dont le premier don est de cette année ; ancien : donateur de l’année qui avait donné avant. Chacun compte une fois, dans la période de son premier don de l’année : la somme des périodes est le total. Les pourcentages sont des parts du total du groupe, de l’année ou de l’année précédente.',
      exemple: some(
        `${annee} : ${plural(totaux.total_nouveaux, 'nouveau', 'nouveaux')} + ${plural(totaux.total_anciens, 'ancien')} = ${plural(totaux.total_general, 'donateur')}.`,
      ),
    }),
    'objectifs-nouveaux-anciens': rule({
      titre: 'Objectifs des nouveaux et des anciens',
      formule:
        'Objectif : total de l’année précédente + 10 %, arrondi. Écart : réalisé − objectif.',
      exemple: some(
        `Nouveaux ${annee} : ${formatCount(totaux.total_nouveaux_precedente)} × 1,1 = ${formatCount(objectifs.nouveaux.objectif)} ; réalisé ${formatCount(objectifs.nouveaux.realise)}.`,
      ),
    }),
    'nouveaux-par-media': rule({
      titre: 'Nouveaux donateurs par code média',
      formule: `Nouveaux donateurs selon le code média de leur premier don ; sans code, « N/A ». ${largest} ${compared}`,
      exemple: null,
    }),
    'donateurs-par-profil': rule({
      titre: 'Donateurs par profil de campagne',
      formule: `Donateurs de l’année selon les campagnes de leurs dons de l’année : l’une, l’autre, ou les deux (mixte). ${compared}`,
      exemple: null,
    }),
    'donateurs-par-origine': rule({
      titre: 'Donateurs par code origine',
      formule: `Donateurs de l’année selon le code origine de leur premier don de l’année ; sans code, « N/A ». ${largest} ${compared}`,
      exemple: null,
    }),
  }
}
