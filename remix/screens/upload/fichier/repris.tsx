import { citer } from '#figures/format'
import { Alert } from '../../../ui/alert'
import { Section } from '../../../ui/page'
import { Answers, RECOMMENCENT, toldRepris } from '../repris'
import { Text } from './choices'
import type { ReadingPage, ShownCompte } from './read.server'

type Asked = NonNullable<NonNullable<ShownCompte['whole']>['numeros_repris']>

/** Asks whether numbers that are stored begin again: two answers, each with what is stored afterwards by year. */
export function Repris({ repris, draft }: { repris: Asked; draft: ReadingPage['draft'] }) {
  const isCorrected = draft.repris === 'corrections'
  return (
    <Section title={RECOMMENCENT}>
      <Alert tone={isCorrected ? 'information' : 'error'} title="Des numéros déjà enregistrés">
        <p>
          {toldRepris(repris)} sous {citer(draft.prefixe)}.{' '}
          {isCorrected
            ? 'Vous avez dit que ce sont des corrections\u00A0: elles remplacent ces dons.'
            : 'Rien ne s’importe tant que ce n’est pas décidé.'}
        </p>
      </Alert>
      <Answers
        repris={repris}
        autres={
          <>
            <Text
              label="Leur préfixe"
              name="prefixe_des_autres"
              value={repris.prefixe}
              maxLength={8}
              help="Mis devant leurs numéros, pour qu’ils ne soient pas ceux des dons enregistrés."
            />
            <button type="submit" className="button" name="repris" value="autres">
              Ce sont d’autres dons
            </button>
          </>
        }
        corrections={
          <button type="submit" className="button button-outline" name="repris" value="corrections">
            Ce sont des corrections
          </button>
        }
      />
    </Section>
  )
}
