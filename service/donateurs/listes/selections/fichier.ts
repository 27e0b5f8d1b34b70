import { sql } from 'kysely'
import type { Repousses } from '#contract/selections'
import { writeColonnes } from '#files/colonnes'
import { COLONNES_SELECTION, type LigneSelection } from '#files/selection-columns'
import type { Db } from '../../../platform/database/connect'
import { readHorizon } from '../../../platform/database/horizon'
import type { Profil } from '../../../platform/database/schema'
import { inBatches, openCursor, streamSnapshot } from '../../../platform/database/snapshot'
import type { Question } from '../question'
import { trier } from './tri'

const ROWS_AT_ONCE = 1_000

type Row = Omit<LigneSelection, 'profil'> & { profil: Profil | null }

/** These donors in order, with their figures as of the horizon. */
async function readLignes(tx: Db, contactIds: string[], horizon: string | null): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select
      choisis.contact_id,
      civility, firstname, lastname, is_company, zip, city, email, phone,
      case when connus > 0 then
        code_grille(${horizon}::date, dernier_connu, dons_36_mois, coalesce(montant_36_mois, montant_connu))
      end as code_segment,
      case least(extract(year from ${horizon}::date) - extract(year from dernier_connu), 3)
        when 0 then 'actif' when 1 then 'dormant' when 2 then 'inactif' when 3 then 'tres_inactif'
      end as statut,
      case when nombre_dons > 0 then profil_campagne(nombre_dons, nombre_vfl) end as profil,
      premier_don, dernier_don, dernier_montant, plus_grand_don, coalesce(nombre_dons, 0) as nombre_dons,
      coalesce(cumul, 0) as cumul, coalesce(cumul_12_mois, 0) as cumul_12_mois, don_moyen,
      coalesce(annees_de_don, 0) as annees_de_don
    from unnest(${contactIds}::text[]) with ordinality as choisis (contact_id, rang)
    left join (
      select * from fiches where contact_id = any(${contactIds}::text[])
    ) as cartes on cartes.contact_id = choisis.contact_id
    left join (
      select
        contact_id,
        count(*) as nombre_dons,
        count(*) filter (where vfl) as nombre_vfl,
        sum(order_amount) as cumul,
        sum(order_amount) filter (where connu and order_date > ${horizon}::date - interval '12 months')
          as cumul_12_mois,
        round(avg(order_amount), 2) as don_moyen,
        max(order_amount) as plus_grand_don,
        min(order_date) as premier_don,
        max(order_date) as dernier_don,
        (array_agg(order_amount order by order_date desc, length(id) desc, id desc))[1] as dernier_montant,
        count(distinct annee) as annees_de_don,
        count(*) filter (where connu) as connus,
        max(order_date) filter (where connu) as dernier_connu,
        (array_agg(order_amount order by order_date desc, length(id) desc, id desc) filter (where connu))[1]
          as montant_connu,
        count(*) filter (where connu and order_date > ${horizon}::date - interval '36 months') as dons_36_mois,
        sum(order_amount) filter (where connu and order_date > ${horizon}::date - interval '36 months')
          as montant_36_mois
      from (
        select *, order_date <= ${horizon}::date as connu
        from dons_canoniques
        where contact_brut = any(membres_des_groupes(${contactIds}::text[]))
      ) as dons
      group by contact_id
    ) as carriere on carriere.contact_id = choisis.contact_id
    order by rang
  `.execute(tx)
  return rows
}

const nameOf = (produit: string, profil: Profil | null): string | null =>
  profil && (profil === 'MIXTE' ? 'Les deux' : `${profil === 'VFL' ? 'VFL' : produit} uniquement`)

/** Streams the donors a selection keeps, in list order, from one snapshot. */
export const writeSelection = (
  db: Db,
  produit: string,
  liste: Question,
  repousses: Repousses,
): AsyncGenerator<string> =>
  writeColonnes(
    COLONNES_SELECTION,
    streamSnapshot(db, async function* (snapshot) {
      const horizon = await readHorizon(snapshot)
      const fetch = await openCursor(
        snapshot,
        sql<{ contact_id: string }>`
          ${trier(liste, repousses)}
          select contact_id
          from tous
          where retire_par is null
          order by cle ${liste.tri.sens}, length(contact_id), contact_id`,
      )
      yield* inBatches(ROWS_AT_ONCE, async (part) => {
        const choisis = (await fetch(part)).map(({ contact_id }) => contact_id)
        const lignes = await readLignes(snapshot, choisis, horizon)
        return lignes.map(({ profil, ...ligne }) => ({ ...ligne, profil: nameOf(produit, profil) }))
      })
    }),
  )
