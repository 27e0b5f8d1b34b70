import { type RawBuilder, sql } from 'kysely'
import type { CodeDoublon } from '#contract/doublons'
import { egales, numeroDe, parCle, PRENOMS, type Question } from './egales'
import { ENTRE_VOISINS, EST_MOBILE } from './voisins'

/** A firm writes one address and one name in each of its towns. */
const D1 = parCle('D1', {
  cle: ['email', 'nom'],
  fiches: sql`boites`,
  qui: sql`email <> ''`,
  regle: sql`case when (a.societe or b.societe) and a.zip <> b.zip then 'D1''' else 'D1' end`,
  si: PRENOMS,
})

const D2 = parCle('D2', {
  cle: ['telephone', 'nom'],
  fiches: sql`lignes`,
  qui: EST_MOBILE,
  si: PRENOMS,
})

/** A name of so many places is no longer one person's by itself. */
const LIEUX = 3

const D3: Question = {
  code: 'D3',
  paires: egales({
    cle: ['nom', 'prenom', 'zip'],
    fiches: sql`foyers`,
    qui: sql`prenom <> '' and zip <> ''`,
    avec: sql`join (
        select nom, prenom, count(distinct zip) as lieux
        from fiches_pliees
        where zip <> '' and ${numeroDe(['nom', 'prenom'])} in (select ${numeroDe(['nom', 'prenom'])} from memes)
        group by nom, prenom
      ) as portes using (nom, prenom)`,
    regle: sql`case when lieux < ${LIEUX} then 'D3' else 'D3''' end`,
    si: PRENOMS,
  }),
}

/** Words that so many bear as first names are read either way: Thomas David and David Thomas, of one place, are two. */
const LES_DEUX = 3

const D5: Question = {
  code: 'D5',
  paires: (() => {
    const croisables = (fiches: RawBuilder<unknown>) => sql`(
      select *, least(nom, prenom) as petit, greatest(nom, prenom) as grand
      from ${fiches}
      where prenom <> '' and prenom <> nom
    )`
    const echanges = (
      meme: 'zip' | 'email' | 'telephone',
      regle: CodeDoublon,
      fiches: RawBuilder<unknown>,
    ) =>
      egales({
        fiches,
        cle: ['petit', 'grand', meme],
        qui: sql`${sql.ref(meme)} <> ''`,
        regle: sql.lit(regle),
        exacte: sql`true`,
        si: sql`a.nom = b.prenom`,
      })
    const ici = numeroDe(['petit', 'grand', 'zip'])
    return sql`
      with croises as materialized (
        select *
        from ${croisables(sql`fiches_pliees`)} as fiches
        where zip <> '' and ${ici} in (
          select ${ici}
          from ${croisables(sql`fiches_pliees`)} as rares
          where zip <> '' and prenom in (select prenom from prenoms where nombre < ${LES_DEUX})
        )
      )
      select * from ${echanges('zip', "D5'", sql`croises`)} as du_lieu
      union all
      select * from ${echanges('email', 'D5', croisables(sql`boites`))} as de_la_boite
      union all
      select * from ${echanges('telephone', 'D5', croisables(sql`lignes`))} as de_la_ligne`
  })(),
}

const D6: Question = {
  code: 'D6',
  paires: egales({
    fiches: sql`foyers`,
    cle: ['nom', 'zip', 'initiale'],
    qui: sql`prenom <> '' and zip <> ''`,
    // What three letters may be the initials of has three words.
    une: sql`(length(prenom) <= 2 or mots like '% % %')`,
    regle: sql`'D6'`,
    valeur: sql`concat_ws(' ', nom, zip, least(a.prenom, b.prenom), greatest(a.prenom, b.prenom))`,
    si: sql`a.prenom <> b.prenom and ${PRENOMS}`,
  }),
}

const D7 = parCle('D7', {
  cle: ['raison_sociale', 'zip'],
  qui: sql`raison_sociale <> '' and zip <> '' and (societe or raison_sociale <> nom)`,
  si: sql`true`,
  selon: [],
})

/** Households and couples are not said to be one person by a file either. */
const D8: Question = {
  code: 'D8',
  paires: sql`
    select 'D8' as regle, least(a.contact_id, b.contact_id) as contact_id, greatest(a.contact_id, b.contact_id) as autre_id,
      a.prenom = b.prenom as exacte, 'fichier' as valeur
    from identites_ambigues as vues
    join fiches_pliees as a on a.contact_id = vues.contact_id
    join fiches_pliees as b on b.contact_id = vues.autre_id
    where not (a.email = b.email and a.email <> '' and a.nom <> b.nom and not (a.nom = b.prenom and a.prenom = b.nom))
      and not (a.zip = b.zip and a.zip <> '' and a.nom = b.nom and not prenoms_compatibles(a.mots, b.mots))`,
}

const D12 = parCle('D12', {
  cle: ['naissance', 'nom', 'prenom'],
  fiches: sql`nes`,
  qui: sql`naissance <> '' and length(prenom) > 1`,
  si: sql`true`,
  selon: [],
})

/** A card whose last name is all of its name is cut wherever it may be, and either part is the last name. */
const D14: Question = {
  code: 'D14',
  paires: sql`
    with entieres as materialized (
      select *, string_to_array(noms, ' ') as parts
      from fiches_pliees
      where prenom = '' and noms like '% %' and not societe
    ),
    coupees as materialized (
      select entieres.*, array_to_string(parts[:place], '') as debut, array_to_string(parts[place + 1:], '') as fin
      from entieres
      cross join generate_series(1, least(cardinality(parts) - 1, 4)) as place
    ),
    lues as materialized (
      select *, debut as lu_prenom, fin as lu_nom from coupees
      union all
      select *, fin, debut from coupees
    ),
    portees as materialized (
      select *
      from fiches_pliees
      where ${numeroDe(['nom', 'prenom'])} in (select ${numeroDe(['lu_nom', 'lu_prenom'])} from lues)
    )
    select 'D14' as regle, least(a.contact_id, b.contact_id) as contact_id,
      greatest(a.contact_id, b.contact_id) as autre_id, true as exacte, concat_ws(' ', b.nom, b.prenom) as valeur
    from lues as a
    join portees as b on b.nom = lu_nom and b.prenom = lu_prenom
    where a.email = b.email and a.email <> '' or a.telephone = b.telephone and a.telephone <> '' or a.zip = b.zip and a.zip <> ''`,
}

/** A mailbox without what its owner may write into it or leave out: a tag, and at Gmail dots. */
const EMAIL_PLIE = sql`case
  when strpos(email, '+') = 0 and right(email, 8) <> 'mail.com' then email
  when split_part(email, '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(split_part(split_part(email, '@', 1), '+', 1), '.', '') || '@gmail.com'
  else split_part(split_part(email, '@', 1), '+', 1) || '@' || split_part(email, '@', 2)
end`

const D15 = parCle('D15', {
  fiches: sql`(select *, ${EMAIL_PLIE} as email_plie from fiches_pliees)`,
  cle: ['email_plie', 'nom'],
  qui: sql`email <> ''`,
  une: sql`email <> email_plie`,
  si: sql`a.email <> b.email and ${PRENOMS}`,
})

/** All that are asked. */
export const QUESTIONS: readonly Question[] = [
  ...[D1, D2, D3, D5, D6, D7, D8, D12, D14, D15],
  ...ENTRE_VOISINS,
]
