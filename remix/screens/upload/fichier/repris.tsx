import { citer, formatCount, plural } from '#figures/format'
import { Alert } from '../../../ui/alert'
import { Section } from '../../../ui/page'
import { Years } from './account'
import { Text } from './choices'
import type { ReadingPage, ShownCompte } from './read.server'

type Asked = NonNullable<NonNullable<ShownCompte['whole']>['numeros_repris']>

/** Asks whether numbers that are stored begin again: two answers, each with what is stored afterwards by year. */
export function Repris({ repris, draft }: { repris: Asked; draft: ReadingPage['draft'] }) {
  const { nombre, connus, prefixe, autres_dons, corrections } = repris
  const isCorrected = draft.repris === 'corrections'
  return (
    <Section title="Ces numéros recommencent-ils\u202F?">
      <Alert tone={isCorrected ? 'information' : 'error'} title="Des numéros déjà enregistrés">
        <p>
          {plural(nombre, 'numéro revient', 'numéros reviennent')} avec une autre année, ou avec un
          autre donateur et un autre jour, sur {formatCount(connus)} déjà enregistrés sous{' '}
          {citer(draft.prefixe)}.{' '}
          {isCorrected
            ? 'Vous avez dit que ce sont des corrections\u00A0: elles remplacent ces dons.'
            : 'Rien ne s’importe tant que ce n’est pas décidé.'}
        </p>
      </Alert>
      <div className="accounts">
        <div className="card">
          <Years caption="Si ce sont d’autres dons" years={autres_dons} />
          <Text
            label="Leur préfixe"
            name="prefixe_des_autres"
            value={prefixe}
            maxLength={8}
            help="Mis devant leurs numéros, pour qu’ils ne soient pas ceux des dons enregistrés."
          />
          <button type="submit" className="button" name="repris" value="autres">
            Ce sont d’autres dons
          </button>
        </div>
        <div className="card">
          <Years caption="Si ce sont des corrections" years={corrections} />
          <button type="submit" className="button button-outline" name="repris" value="corrections">
            Ce sont des corrections
          </button>
        </div>
      </div>
    </Section>
  )
}
