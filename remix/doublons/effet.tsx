import { Form, Link } from '@remix-run/react'
import type { EffetGroupes } from '#contract/groupes'
import { formatCount, formatMoney, plural } from '#figures/format'
import { DOUBLONS_DECISION } from '../tables/links'
import { Alert } from '../ui/alert'
import { DataTable } from '../ui/data-table'
import type { ShownTable } from '../ui/table'
import { Unlisted } from '../ui/unlisted'

/** What merging would change, by year; amounts and gifts never do. */
export function Fusion({
  effet,
  table,
  count,
}: {
  effet: EffetGroupes
  table: ShownTable
  count: number
}) {
  const { avant, apres } = effet.donateurs
  return (
    <>
      <Alert
        tone="warning"
        title={
          count === 1
            ? 'Êtes-vous sûr que c’est la même personne\u202F?'
            : `Êtes-vous sûr que dans ces ${count} groupes c’est chaque fois la même personne\u202F?`
        }
      >
        <p>
          {effet.desaccord
            ? 'Certains de ces contacts sont exclus, d’autres non.'
            : `${plural(avant, 'donateur')} deviennent ${formatCount(apres)}. Les dons gardent leur numéro\u00A0: ${plural(effet.donations, 'don')} et ${formatMoney(effet.montant)} ne changent pas.`}{' '}
          Vous pourrez les séparer à tout moment.
        </p>
      </Alert>
      {table.rows.length > 0 && (
        <>
          <Unlisted>
            Ces nombres comparent les chiffres d’avant et d’après&nbsp;: ceux d’après n’ont pas
            encore de liste.
          </Unlisted>
          <DataTable table={table} />
        </>
      )}
    </>
  )
}

/** Asks which holds where some are excluded and others not; the effect is told once it is known. */
export function Desaccord({ groupes, retour }: { groupes: string[]; retour: string }) {
  return (
    <Form method="get" action={DOUBLONS_DECISION} className="card fields">
      <input type="hidden" name="quoi" value="meme" />
      <input type="hidden" name="retour" value={retour} />
      {groupes.map((groupe) => (
        <input key={groupe} type="hidden" name="groupe[]" value={groupe} />
      ))}
      <p>Une personne compte, ou ne compte pas&nbsp;: dites ce qui vaut pour tous ces contacts.</p>
      <button type="submit" name="exclusion" value="exclure" className="button button-danger">
        Tous exclus…
      </button>
      <button type="submit" name="exclusion" value="reintegrer" className="button">
        Aucun exclu…
      </button>
      <Link className="button button-outline" to={retour}>
        Annuler
      </Link>
    </Form>
  )
}
