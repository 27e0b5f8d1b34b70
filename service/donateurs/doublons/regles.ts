import { type RawBuilder, sql } from 'kysely'
import type { CodeDoublon } from '#contract/doublons'
import { MOBILE_FACTICE } from './factices'

/** A rule that looks for pairs. */
export interface Question {
  code: CodeDoublon
  /** Which of `voisines` may be in its pairs of `touchees`: all of each key, since it counts them. Where none, all are asked. */
  parmi?: RawBuilder<unknown>
  /** The pairs of these cards, with `regle`, `exacte` and what is equal. */
  de: (fiches: RawBuilder<unknown>) => RawBuilder<unknown>
}

/**
 * So many cards under one key are compared each with each, more only with the first of them, and still more not at all:
 * nobody has as many numbers.
 */
const CHACUNE = 8
const AU_PLUS = 50

/**
 * First names that may be one person's; where they do not say so, as a single letter does not, no title tells two people,
 * nor one of them a firm.
 */
const PRENOMS = sql`(
  a.prenom = b.prenom and length(a.prenom) > 1
  or prenoms_compatibles(a.mots, b.mots)
    and (a.societe = b.societe or a.prenom = b.prenom)
    and not (a.sexe <> b.sexe and '' not in (a.sexe, b.sexe))
)`
const NAISSANCES = sql`(a.naissance = b.naissance or '' in (a.naissance, b.naissance))`

const columnsOf = (cle: readonly string[], table = '') =>
  sql.join(cle.map((column) => sql.ref(table + column)))

interface Egales {
  code: CodeDoublon
  /** Columns that are equal. */
  cle: readonly [string, ...string[]]
  /** What of them a change of one card may concern, where it is less. */
  concerne?: readonly [string, ...string[]]
  /** The cards that have them. */
  qui: RawBuilder<unknown>
  /** What else holds of a pair. */
  si: RawBuilder<unknown>
  /** A question joined to it, and the rule where that tells another. */
  avec?: (fiches: RawBuilder<unknown>) => RawBuilder<unknown>
  regle?: RawBuilder<unknown>
}

const touchees = (columns: RawBuilder<unknown>) =>
  sql`(${columns}) in (select ${columns} from touchees)`

const egales = ({
  code,
  cle,
  concerne = cle,
  qui,
  si,
  avec = () => sql``,
  regle = sql.lit(code),
}: Egales): Question => ({
  code,
  parmi: touchees(columnsOf(concerne)),
  de: (fiches) => sql`
    with partages as materialized (
      select ${columnsOf(cle)}, count(*) as nombre, min(contact_id) as premier
      from ${fiches}
      where ${qui}
      group by ${columnsOf(cle)}
      having count(*) between 2 and ${AU_PLUS}
    ),
    memes as materialized (select * from ${fiches} join partages using (${columnsOf(cle)}))
    select ${regle} as regle, a.contact_id, b.contact_id as autre_id, a.prenom = b.prenom as exacte,
      concat_ws(' ', ${columnsOf(cle, 'a.')}) as valeur
    from memes as a
    join memes as b using (${columnsOf(cle)})
    ${avec(fiches)}
    where a.contact_id < b.contact_id and (a.nombre <= ${CHACUNE} or a.contact_id = a.premier) and ${si}`,
})

const D1 = egales({ code: 'D1', cle: ['email', 'nom'], qui: sql`email <> ''`, si: PRENOMS })

const D2 = egales({
  code: 'D2',
  cle: ['mobile', 'nom'],
  qui: sql`mobile <> ''`,
  si: sql`${PRENOMS} and not ${MOBILE_FACTICE}`,
})

/** A name of so many places is no longer one person's by itself. */
const LIEUX = 3

const D3 = egales({
  code: 'D3',
  cle: ['nom', 'prenom', 'zip'],
  // A card elsewhere may make the name a common one.
  concerne: ['nom', 'prenom'],
  qui: sql`prenom <> '' and zip <> ''`,
  avec: (fiches) => sql`join (
    select nom, prenom, count(distinct zip) as lieux
    from ${fiches}
    where zip <> '' and (nom, prenom) in (select nom, prenom from partages)
    group by nom, prenom
  ) as portes using (nom, prenom)`,
  regle: sql`case when lieux < ${LIEUX} then 'D3' else 'D3''' end`,
  si: sql`${PRENOMS} and ${NAISSANCES}`,
})

/** By so much of these cards the other way round, of the first few of each name. */
const echanges = (meme: 'zip' | 'email') => sql`
  select 'D5' as regle, least(a.contact_id, b.contact_id) as contact_id, greatest(a.contact_id, b.contact_id) as autre_id,
    true as exacte, concat_ws(' ', a.nom, a.prenom, a.${sql.ref(meme)}) as valeur
  from (
    select *, row_number() over (partition by nom, prenom, ${sql.ref(meme)} order by contact_id) as place
    from croises
    where ${sql.ref(meme)} <> '' and nom < prenom
  ) as a
  join (
    select *, row_number() over (partition by nom, prenom, ${sql.ref(meme)} order by contact_id) as place
    from croises
  ) as b on b.nom = a.prenom and b.prenom = a.nom and b.${sql.ref(meme)} = a.${sql.ref(meme)}
  where a.place <= ${CHACUNE} and b.place <= ${CHACUNE}`

const D5: Question = {
  code: 'D5',
  parmi: sql`(${touchees(sql`nom, prenom`)} or (prenom, nom) in (select nom, prenom from touchees))`,
  de: (fiches) => sql`
    with croises as materialized (
      select *
      from ${fiches} as une
      where prenom <> '' and prenom <> nom
        and exists (select from ${fiches} as autre where autre.nom = une.prenom and autre.prenom = une.nom)
    )
    ${echanges('zip')}
    union all
    ${echanges('email')}`,
}

/** Initials have so many letters at most. */
const INITIALES = 4

const D6: Question = {
  code: 'D6',
  parmi: touchees(sql`nom, zip, left(prenom, 1)`),
  de: (fiches) => sql`
    with partages as materialized (
      select nom, zip, left(prenom, 1) as initiale
      from ${fiches}
      where prenom <> '' and zip <> ''
      group by nom, zip, left(prenom, 1)
      having count(*) between 2 and ${AU_PLUS} and min(length(prenom)) <= ${INITIALES} and min(prenom) <> max(prenom)
    ),
    memes as materialized (
      select fiches.*, initiale
      from ${fiches} as fiches
      join partages on partages.nom = fiches.nom and partages.zip = fiches.zip and initiale = left(prenom, 1)
    )
    select 'D6' as regle, a.contact_id, b.contact_id as autre_id, false as exacte,
      concat_ws(' ', nom, zip, least(a.prenom, b.prenom), greatest(a.prenom, b.prenom)) as valeur
    from memes as a
    join memes as b using (nom, zip, initiale)
    where a.contact_id < b.contact_id and a.prenom <> b.prenom and ${PRENOMS} and ${NAISSANCES}`,
}

const D7 = egales({
  code: 'D7',
  cle: ['raison_sociale', 'zip'],
  qui: sql`raison_sociale <> '' and zip <> '' and (societe or raison_sociale <> nom)`,
  si: sql`(a.societe or a.raison_sociale <> a.nom) and (b.societe or b.raison_sociale <> b.nom)`,
})

/** Households and couples are not said to be one person by a file either. */
const D8: Question = {
  code: 'D8',
  de: (fiches) => sql`
    with leurs as materialized (
      select *
      from ${fiches}
      where contact_id = any(array(
        select contact_id collate "C" from identites_ambigues union select autre_id collate "C" from identites_ambigues
      ))
    )
    select 'D8' as regle, least(a.contact_id, b.contact_id) as contact_id, greatest(a.contact_id, b.contact_id) as autre_id,
      a.prenom = b.prenom as exacte, 'fichier' as valeur
    from identites_ambigues as vues
    join leurs as a on a.contact_id = vues.contact_id collate "C"
    join leurs as b on b.contact_id = vues.autre_id collate "C"
    where not (a.email = b.email and a.email <> '' and a.nom <> b.nom and not (a.nom = b.prenom and a.prenom = b.nom))
      and not (a.zip = b.zip and a.zip <> '' and a.nom = b.nom and not prenoms_compatibles(a.mots, b.mots))`,
}

export const QUESTIONS: readonly Question[] = [D1, D2, D3, D5, D6, D7, D8]
