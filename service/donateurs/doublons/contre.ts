import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { BOITE_DE_SERVICE } from './factices'

/** What may speak against two cards being one person's, and how it is said. */
export const CONTRE = {
  civilites: 'Leurs civilités se contredisent.',
  societe: 'L’une des fiches est celle d’une société, l’autre celle d’une personne.',
  coordonnees: 'Les deux fiches ont un e-mail et un téléphone, et aucun des deux n’est le même.',
  prenom:
    'L’une des fiches n’a pas de prénom, et ni leur e-mail ni leur téléphone ne dit qu’elle est celle de la même personne.',
  boite:
    'L’e-mail commun porte leur nom et un autre prénom\u00A0: une boîte que plusieurs d’un foyer emploient.',
  partage:
    'L’e-mail ou le téléphone commun est celui de quatre personnes ou plus\u00A0: une boîte ou une ligne partagée.',
  service: 'L’e-mail commun est une boîte de service (contact@, secretariat@…).',
  factice: 'L’e-mail ou le téléphone commun est de ceux qu’on écrit quand on n’en a pas.',
  courant:
    'Seuls leurs noms et leur code postal les rapprochent, et tous sont assez courants ici pour deux homonymes.',
  parent:
    'Seuls leur nom et leur foyer (code postal, téléphone fixe) les rapprochent, et peu de personnes ont ici deux numéros\u00A0: un parent et son enfant peuvent porter le même nom.',
  frequent: 'Cinq contacts ou plus portent ce nom et ce prénom.',
} as const

/** Cards of so many names share what is nobody's own: of one last name too, as all of a home or of an island may have. */
const NOMS_PARTAGES = 4
/** A full name of so many contacts is one of the base's most frequent. */
const FREQUENT = 5
/**
 * How often people have two numbers is told by the names too rare for namesakes, of so many pairs at least (else as often as
 * this, and never more often).
 */
const RECONNUES = { aPartirDe: 10, auPlus: 0.02 }
/**
 * Of name and zip alone it is not sure where namesakes are to be expected there more than once in so many people of two
 * numbers: by how many bear the last name with another first name, the first name, and live there.
 */
const PART_D_HOMONYMES = 0.01
const HOMONYMES = PART_D_HOMONYMES * RECONNUES.auPlus
/**
 * A parent and a child of one full name and place are to be found for one in some thousand donors: where people of two numbers
 * are fewer than this, name and place alone are not to be sure of.
 */
const AUTANT_QUE_PARENTS = 0.005
/**
 * Whom nothing but that brings together is not proposed where it would be right in fewer than seven of ten, and both names are
 * of so many others that it can be told.
 */
const PORTEURS = 3
const PART_JUSTE = 0.7
/** Who has two numbers kept the mailbox and the telephone oftener than not: so many times, where both cards have one. */
const GARDES = 3
/** A first name is a woman's and a man's where both titles stand before it, of so many others and of one in so many at least. */
const MIXTES = { porteurs: 3, surTant: 10 }

const differ = (column: string) =>
  sql`(a.${sql.ref(column)} <> b.${sql.ref(column)} and '' not in (a.${sql.ref(column)}, b.${sql.ref(column)}))`

const PLEIN = sql`case when length(a.prenom) < length(b.prenom) then b.prenom else a.prenom end`
/** The letters that stand beside the last name in their common mailbox: whose it is. */
const NOMME = sql`case
  when a.email = b.email and strpos(a.email, '@') > 0 and strpos(translate(split_part(a.email, '@', 1), '.-_+0123456789', ''), a.nom) > 0
  then replace(translate(split_part(a.email, '@', 1), '.-_+0123456789', ''), a.nom, '')
  else ''
end`
/** Not a part of it: « jean » is nobody of the name « jeanne ». */
const EPELE = sql`(left(${NOMME}, length(${PLEIN})) = ${PLEIN})`

/**
 * What two cards, `a` and `b` as they are compared, say against each other by themselves. Who has no first name is whoever else
 * of the home, unless the mailbox spells the first name of the other.
 */
export const DES_FICHES = sql`array[
  case when ${differ('sexe')} then 'civilites' end,
  case when a.societe <> b.societe then 'societe' end,
  case when ${differ('email')} and ${differ('telephone')} then 'coordonnees' end,
  case when '' in (a.prenom, b.prenom) and a.prenom <> b.prenom and (
    ${differ('email')} or ${differ('telephone')} or a.email = b.email and a.email <> '' and not ${EPELE}
  ) then 'prenom' end,
  case when a.nom = b.nom and a.prenom <> b.prenom and ${NOMME} not in ('', left(${PLEIN}, 1)) and not ${EPELE} then 'boite' end
]`

/** The values that pairs have in common and cards of so many last names bear. */
const partages = (column: 'email' | 'telephone', cartes: 'boites' | 'lignes') => sql`
  select ${sql.ref(column)} as valeur
  from ${sql.ref(cartes)}
  where ${sql.ref(column)} in (
    select ${sql.ref(column)}
    from comparees
    where ${sql.ref(column)} <> '' and ${sql.ref(column)} = ${sql.ref(`autre_${column}`)}
  )
  group by ${sql.ref(column)}
  having count(distinct (nom, prenom)) >= ${NOMS_PARTAGES}`

/**
 * Makes what speaks against each pair of `trouvees`, in a table that goes with the transaction; who was born on two days, who
 * is probably a namesake, and who are a man and a woman of one name, is in none.
 */
export async function opposer(tx: Db): Promise<void> {
  await sql`
    create temporary table comparees on commit drop as
    with concernees as materialized (
      select *
      from fiches_pliees
      where contact_id in (select contact_id from trouvees union select autre_id from trouvees)
    )
    select a.contact_id, a.nom, a.prenom, a.email, a.telephone, b.contact_id as autre_id, b.nom as autre_nom,
      b.prenom as autre_prenom, b.email as autre_email, b.telephone as autre_telephone, ${DES_FICHES} as contre,
      case
        when un_toit and not (a.telephone = b.telephone and a.telephone <> '') then a.zip
        else ''
      end as seul_zip,
      un_toit, ${PLEIN} as plein,
      case when a.prenom = b.prenom then a.prenom else left(a.prenom, 1) || '.' end as commun,
      a.factice = b.factice and a.factice <> '' as factice, du_fichier
    from (
      select contact_id, autre_id, bool_or(regle = 'D8') as du_fichier from trouvees group by contact_id, autre_id
    ) as paires
    join concernees as a on a.contact_id = paires.contact_id
    join concernees as b on b.contact_id = paires.autre_id
    -- A line that is no mobile is the home's.
    cross join lateral (
      select a.zip = b.zip and a.zip <> '' and a.nom = b.nom and (a.prenom = b.prenom or 1 in (length(a.prenom), length(b.prenom)))
        and not (
          a.email = b.email and a.email <> '' or a.naissance = b.naissance and a.naissance <> ''
          or a.telephone = b.telephone and left(a.telephone, 2) in ('06', '07')
        ) as un_toit
    ) as foyer
    where not ${differ('naissance')}`.execute(tx)
  await sql`analyze comparees`.execute(tx)
  await sql`
    create temporary table contraires on commit drop as
    with boites_communes as materialized (${partages('email', 'boites')}),
    lignes_communes as materialized (${partages('telephone', 'lignes')}),
    complets as materialized (
      select nom, prenom, count(*) as nombre
      from fiches_pliees
      where length(prenom) > 1
        and (nom, prenom) in (select nom, prenom from comparees union select autre_nom, autre_prenom from comparees)
      group by nom, prenom
    ),
    frequents as materialized (select nom, prenom from complets where nombre >= ${FREQUENT}),
    noms as materialized (
      select nom, count(*) as nombre
      from fiches_pliees
      where nom in (select nom from comparees where seul_zip <> '')
      group by nom
    ),
    lieux as materialized (select zip, count(*) as nombre from fiches_pliees group by zip),
    communs as materialized (
      select prenom as commun, nombre as du_prenom from prenoms
      union all
      select left(prenom, 1) || '.', sum(nombre)::bigint from prenoms group by left(prenom, 1)
    ),
    rapprochees as materialized (
      select contact_id, autre_id, du_fichier, toutes, commun = plein as entier,
        email <> autre_email and '' not in (email, autre_email)
          or telephone <> autre_telephone and '' not in (telephone, autre_telephone) as ecart, du_nom - siens as du_nom,
        du_prenom - siens as du_prenom,
        -- Of others who bear either name: that nobody else bears the one here does not say that nobody could.
        -- Nor are there more than bear both, and one.
        least(((du_nom - siens + 1) * du_prenom - siens) / toutes, case when commun = plein then complet - 1 end)
          * (lieux.nombre / toutes) as attendus
      from comparees
      join (select nom, prenom as plein, nombre as complet from complets) as complets using (nom, plein)
      join (select nom, nombre as du_nom from noms) as noms using (nom)
      join communs using (commun)
      cross join lateral (select complet + (commun <> plein)::integer as siens) as siens
      join lieux on zip = seul_zip
      cross join (select sum(nombre)::float8 as toutes from lieux) as toutes
      where seul_zip <> ''
    ),
    reconnues as materialized (
      select case
          when count(*) < ${RECONNUES.aPartirDe} then ${RECONNUES.auPlus}
          else least(count(*) / max(toutes), ${RECONNUES.auPlus})
        end as part
      from rapprochees
      where attendus <= ${HOMONYMES} and entier
    ),
    homonymes as materialized (
      select contact_id, autre_id,
        part < ${PART_JUSTE} * (part + attendus * case when ecart then ${GARDES} else 1 end) and least(du_nom, du_prenom) >= ${PORTEURS} and not du_fichier as probables
      from rapprochees
      cross join reconnues
      where attendus > ${PART_D_HOMONYMES} * part
    ),
    mixtes as materialized (
      select prenom
      from prenoms
      where least(femmes, hommes) > ${MIXTES.porteurs} and ${MIXTES.surTant} * (least(femmes, hommes) - 1) >= femmes + hommes - 2
    )
    select contact_id, autre_id, array_remove(contre || array[
      case
        when email = autre_email and email in (select valeur from boites_communes) then 'partage'
        when telephone = autre_telephone and telephone in (select valeur from lignes_communes) then 'partage'
      end,
      case when email = autre_email and ${BOITE_DE_SERVICE} then 'service' end,
      case when factice then 'factice' end,
      case
        when (contact_id, autre_id) in (select contact_id, autre_id from homonymes) then 'courant'
        when un_toit and (select part < ${AUTANT_QUE_PARENTS} from reconnues) then 'parent'
      end,
      case
        when (nom, prenom) in (select nom, prenom from frequents) then 'frequent'
        when (autre_nom, autre_prenom) in (select nom, prenom from frequents) then 'frequent'
      end
    ], null) as contre
    from comparees as a
    where (contact_id, autre_id) not in (select contact_id, autre_id from homonymes where probables)
      and not (
        seul_zip <> '' and 'civilites' = any(contre) and not du_fichier and prenom in (select prenom from mixtes)
      )`.execute(tx)
}
