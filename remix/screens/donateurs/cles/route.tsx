import { randomUUID } from 'node:crypto'
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import {
  type CleContact,
  clesContact,
  type EffetPartage,
  effetPartage,
  partager,
} from '#contract/partages'
import { formatDay, formatMoney, plural } from '#figures/format'
import { nameOf } from '#files/colonnes'
import { DecisionForm, POURQUOI } from '../../../forms/decision-form'
import { decision } from '../../../forms/outcome.server'
import { ownPath } from '../../../forms/own-path'
import { textOf, textsOf } from '../../../forms/text'
import { asRefusal } from '../../../service/refusal.server'
import { call, failing } from '../../../service/service.server'
import { Alert } from '../../../ui/alert'
import { DataTable } from '../../../ui/data-table'
import { cardPath } from '../../../ui/donor-link'
import { Page, Section } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { SEARCH_PATH } from '../../../ui/search-form'
import type { ShownTable } from '../../../ui/table'
import { Cartes } from '../doublons/cartes'

export const handle: Handle = {
  title: 'Séparer des clés',
  tab: 'Séparer des clés – Donateurs',
  perhaps:
    'Si vous veniez de décider, ces clés ont peut-être leur numéro\u00A0: la fiche du contact le dit.',
}
const FAILED = 'Erreur lors de la séparation'

const CHOIX = 'cle[]'

/** What both persons gave, by year. */
const tableOf = ({ reste, part }: EffetPartage): ShownTable => {
  const annees = [...new Set([...reste.par_annee, ...part.par_annee].map(({ annee }) => annee))]
  const of = ({ par_annee }: EffetPartage['part'], annee: number) => {
    const found = par_annee.find((year) => year.annee === annee)
    return [found?.donations ?? 0, found?.montant ?? 0]
  }
  const columns = (group: string) => [
    { title: 'Dons', format: 'nombre' as const, group },
    { title: 'Montant', format: 'montant' as const, group },
  ]
  return {
    name: 'effet-cles',
    title: 'Les dons de chacun, par année',
    download: null,
    columns: [
      { title: 'Année', format: 'annee' },
      ...columns(reste.contact_id ?? ''),
      ...columns('Nouveau numéro'),
    ],
    rows: annees
      .toSorted((one, other) => other - one)
      .map((annee) => [annee, ...of(reste, annee), ...of(part, annee)]),
  }
}

/** The keys that lead to a contact; of those ticked, what giving them a number of their own would change. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const contact_id = query.get('contact')?.trim()
  if (!contact_id) return redirect(SEARCH_PATH)
  const lu = await call(clesContact, { params: { contact_id } }, request).catch(failing(FAILED))
  const choisies = query.getAll(CHOIX)
  const isAsked = query.has('voir') && lu.refus === null
  const found = isAsked
    ? await call(effetPartage, { body: { contact_id, cles: choisies } }, request).catch(
        (error: unknown) => ({ refus: asRefusal(error).detail ?? FAILED }),
      )
    : null
  const effet = found && 'part' in found ? found : null
  return {
    ...lu,
    choisies,
    refuse: found && 'refus' in found ? found.refus : null,
    effet,
    table: effet && tableOf(effet),
    demande_id: randomUUID(),
    retour: ownPath(query.get('retour'), cardPath(contact_id)),
  }
}

export const action = decision((form) => {
  const contact_id = textOf(form, 'contact_id') ?? ''
  return {
    by: partager,
    body: { cles: textsOf(form, CHOIX) },
    retour: ownPath(form.get('retour'), cardPath(contact_id)),
    failed: FAILED,
    perhaps: `des clés du contact ${contact_id} ont peut-être leur numéro. Sa fiche le dira`,
  }
})

const GENRES: Record<NonNullable<CleContact['genre']>, string> = {
  client: 'Un client de l’outil',
  email_et_nom: 'Une adresse e-mail et un nom',
  nom_et_code_postal: 'Un nom et un code postal',
}

/** Whom a key is of, and what came by it. */
function Said({ one: { genre, carte, donations, montant, dite_le } }: { one: CleContact }) {
  const who = [nameOf(carte), carte.email, carte.phone, carte.zip, carte.city].filter(Boolean)
  return (
    <span>
      {genre === null ? 'Avant, ou sous un numéro de donateur' : GENRES[genre]}
      {who.length > 0 && (
        <>
          &nbsp;: <strong>{who.join(', ')}</strong>
        </>
      )}
      <span className="mention under">
        {plural(donations, 'don')}, {formatMoney(montant)}
        {dite_le && `, le dernier le ${formatDay(dite_le)}`}
        {genre === null && '. Ceux-là restent.'}
      </span>
    </span>
  )
}

export default function Keys() {
  const { contact_id, refus, cles, choisies, refuse, effet, table, demande_id, retour } =
    useLoaderData<typeof loader>()
  return (
    <Page
      title={`Séparer des clés du contact ${contact_id}`}
      subtitle="Ce que des fichiers ont réuni"
    >
      {refus !== null && (
        <Alert tone="information" title="Rien ne se sépare ici">
          <p>{refus}</p>
        </Alert>
      )}
      {refuse !== null && (
        <Alert tone="warning" title="Ces clés ne se séparent pas ainsi">
          <p>{refuse}</p>
        </Alert>
      )}
      {cles.length > 0 && (
        <Form method="get" className="card decision">
          <input type="hidden" name="contact" value={contact_id} />
          <fieldset className="choices">
            <legend>Par où ces dons sont-ils venus&#8239;?</legend>
            <p className="mention">
              Cochez ce qui est d’une autre personne&nbsp;: ces dons, et ceux des prochains
              fichiers, auront leur propre numéro.
            </p>
            {cles.map((one) =>
              one.cle === null || refus !== null ? (
                <p key={one.cle ?? 'avant'}>
                  <Said one={one} />
                </p>
              ) : (
                <p key={one.cle}>
                  <label className="check">
                    <input
                      type="checkbox"
                      name={CHOIX}
                      value={one.cle}
                      defaultChecked={choisies.includes(one.cle)}
                    />
                    <Said one={one} />
                  </label>
                </p>
              ),
            )}
          </fieldset>
          {refus === null && (
            <div className="fields">
              <button type="submit" className="button button-outline" name="voir" value="1">
                Voir ce que cela change
              </button>
            </div>
          )}
        </Form>
      )}
      {effet && table && (
        <>
          <Section title="Les deux personnes">
            <Cartes
              cartes={[
                { ...effet.reste.carte, ...effet.reste, contact_id },
                {
                  ...effet.part.carte,
                  donations: effet.part.donations,
                  montant: effet.part.montant,
                },
              ]}
              label="Les fiches de ceux qui se séparent"
              title="Le nouveau numéro aura"
            />
            <DataTable table={table} />
          </Section>
          <Alert tone="warning" title={'Est-ce une autre personne\u202F?'}>
            <p>
              Montants et nombres de dons ne changent pas, le nombre de donateurs d’une année peut
              changer. Une opposition, un remerciement ou un jugement reste au contact {contact_id}.
              La décision ne s’efface pas&nbsp;; si c’était une erreur, dites de la nouvelle fiche
              qu’elle «&nbsp;Est aussi le contact {contact_id}&nbsp;».
            </p>
          </Alert>
          <DecisionForm
            hidden={{
              contact_id,
              retour,
              demande_id,
              donations_attendues: String(effet.part.donations),
            }}
            reason={POURQUOI}
            button="Séparer"
            retour={retour}
          >
            {choisies.map((cle) => (
              <input key={cle} type="hidden" name={CHOIX} value={cle} />
            ))}
          </DecisionForm>
        </>
      )}
    </Page>
  )
}
