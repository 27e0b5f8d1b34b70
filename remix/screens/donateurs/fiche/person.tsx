import { Form, Link } from '@remix-run/react'
import type { Fiche } from '#contract/fiches'
import { formatInstant, formatMoney, plural } from '#figures/format'
import { nameOf } from '#files/colonnes'
import { DonorLink } from '../../../ui/donor-link'
import { TextField } from '../../../ui/field'
import { Fold } from '../../../ui/fold'
import { Section } from '../../../ui/page'
import { CLES_PATH, FUSION_PATH, SEPARATION_PATH } from '../fusion/asked'

/** Whom this contact is the same person as, and the ways to say otherwise. */
export function Person({ fiche: { contact_id, personne, plusieurs_cles } }: { fiche: Fiche }) {
  const asks = (
    <Form method="get" action={FUSION_PATH} className="fields">
      <input type="hidden" name="principal" value={personne?.principal ?? contact_id} />
      <TextField label="Est aussi le contact" name="contact" value={undefined} maxLength={200} />
      <button type="submit" className="button button-outline">
        Voir ce que cela change
      </button>
    </Form>
  )
  const joined = plusieurs_cles.map((contact) => (
    <p key={contact}>
      Des fichiers sont arrivés au contact {contact} par plusieurs clés (une adresse, un nom, un
      client)&nbsp;: si ce sont deux personnes,{' '}
      <Link to={`${CLES_PATH}?${new URLSearchParams({ contact })}`}>séparer ces clés</Link>.
    </p>
  ))
  if (!personne)
    return (
      <div id="personne">
        {joined}
        <Fold title="La même personne sous un autre numéro">
          <p>Ce contact n’est avec aucun autre.</p>
          {asks}
        </Fold>
      </div>
    )
  return (
    <Section title="La même personne" id="personne">
      <p>
        Ces {plural(personne.membres.length, 'contact')} comptent pour un seul donateur, sous le
        numéro {personne.principal}&nbsp;; cette fiche a les dons de tous.
      </p>
      <ul>
        {personne.membres.map((membre) => (
          <li key={membre.contact_id}>
            <DonorLink contactId={membre.contact_id}>
              {nameOf(membre) ?? membre.contact_id}
            </DonorLink>
            , contact {membre.contact_id}&nbsp;: {plural(membre.donations, 'don')},{' '}
            {formatMoney(membre.montant)}
            {membre.depuis === null
              ? ', numéro principal'
              : `, depuis le ${formatInstant(membre.depuis)}, par ${membre.par}\u00A0: «\u00A0${membre.raison}\u00A0»`}{' '}
            <Link
              className="button button-small button-outline"
              to={`${SEPARATION_PATH}?${new URLSearchParams({ contact: membre.contact_id })}`}
              aria-label={`Séparer le contact ${membre.contact_id}`}
            >
              Séparer
            </Link>
          </li>
        ))}
      </ul>
      {joined}
      {asks}
    </Section>
  )
}
