import { Form, useNavigation } from '@remix-run/react'
import { citer, formatInstant, formatMoney, plural } from '#figures/format'
import { Alert } from '../../../ui/alert'
import { Section } from '../../../ui/page'
import { usePolling } from '../../../ui/polling'
import { Progress } from '../../../ui/progress'
import { useReload } from '../../../ui/reload'
import { readingPath } from '../paths'
import { Account } from './account'
import { Choices, SansJour } from './choices'
import { Columns } from './columns'
import { Masquees } from './masquees'
import { Keep, ModelChoice } from './models'
import type { ReadingPage, ShownCompte } from './read.server'
import { Repris } from './repris'
import { Rows } from './rows'
import { Values } from './values'

const INTERVAL_MS = 1_000

/** The page of a file of somebody's own tool: what an import would do, and how the file is read. */
export function Reading({ page }: { page: ReadingPage }) {
  const { compte, faults, refusal, isChosen } = page
  const problems = refusal ? [refusal] : faults
  return (
    <>
      {problems.length > 0 && (
        <Alert tone="error" title="Ce fichier ne peut pas encore être lu">
          <ul>
            {problems.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Alert>
      )}
      <ModelChoice page={page} />
      {/* One form, which bears the reading that it changes: no choice of the page is left behind, whatever is asked. */}
      <Form
        key={page.base}
        method="post"
        action={readingPath(page.file.fichier_id)}
        className="reading"
      >
        <input type="hidden" name="base" value={page.base} />
        {/* What the Enter key presses, wherever it is typed: never « Importer ». */}
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
          Relire
        </button>
        {(compte?.whole?.sans_jour || page.draft.jourConstant) && (
          <SansJour lignes={compte?.whole?.sans_jour ?? 0} draft={page.draft} />
        )}
        {compte && <WithAccount page={page} compte={compte} />}
        <Section title="Comment ce fichier est lu" id="lecture">
          <Columned page={page} isOpen={!isChosen || problems.length > 0} />
        </Section>
        {compte?.whole && (
          <Section title="Pour le prochain fichier">
            <Keep page={page} />
          </Section>
        )}
      </Form>
    </>
  )
}

const Columned = ({ page, isOpen }: { page: ReadingPage; isOpen: boolean }) =>
  page.isChosen ? (
    <details open={isOpen}>
      <summary>Voir ou changer les colonnes et les autres choix</summary>
      <Fields page={page} isOpen={isOpen} />
    </details>
  ) : (
    <Fields page={page} isOpen={isOpen} />
  )

const Fields = ({ page, isOpen }: { page: ReadingPage; isOpen: boolean }) => (
  <div className="reading-fields">
    {page.precedent && !page.isOwn && (
      <p>
        Ces choix sont ceux du dernier import d’un fichier qui a les mêmes colonnes,{' '}
        {citer(page.precedent.nom)}, le {formatInstant(page.precedent.le)}. Avec un autre préfixe,
        un don qui y était déjà compterait deux fois.
      </p>
    )}
    <p className="mention">
      Dites ce qu’est chaque colonne. Ce qui est «&nbsp;supposé&nbsp;» l’est d’après ce que
      contiennent les cellules&nbsp;: vérifiez-le.
    </p>
    <Columns columns={page.columns} rest={page.rest} isOpen={isOpen} />
    <Choices file={page.file} draft={page.draft} columns={[...page.columns, ...page.rest]} />
    <Submit>Relire avec ces choix</Submit>
  </div>
)

function Submit({ children, faire }: { children: string; faire?: string }) {
  const isBusy = useNavigation().state !== 'idle'
  return (
    <p>
      <button
        type="submit"
        className="button"
        aria-disabled={isBusy}
        {...(faire && { name: 'faire', value: faire })}
        onClick={(event) => isBusy && event.preventDefault()}
      >
        {children}
      </button>
    </p>
  )
}

interface AccountProps {
  page: ReadingPage
  compte: ShownCompte
}

function WithAccount({ page, compte }: AccountProps) {
  const { whole, rows } = compte
  const undecided = whole?.bloque.length ?? 0
  const repris = whole?.numeros_repris ?? null
  const masquees = whole?.masquees ?? null
  const isReady =
    undecided === 0 &&
    (repris === null || page.draft.repris !== undefined) &&
    (masquees === null || page.draft.masquees !== undefined)
  return (
    <>
      {repris && <Repris repris={repris} draft={page.draft} />}
      {masquees && <Masquees masquees={masquees} draft={page.draft} />}
      {whole && undecided > 0 && (
        <Section title="À décider avant d’importer">
          <Alert tone="error" title={plural(undecided, 'valeur à décider', 'valeurs à décider')}>
            <p>
              Personne n’a encore dit si ces lignes sont des dons. Rien ne s’importe tant que ce
              n’est pas décidé.
            </p>
          </Alert>
          <Fates whole={whole} />
        </Section>
      )}
      {whole && whole.a_voir.length > 0 && (
        <Section title="Des colonnes que rien n’explique">
          <p>
            Elles n’ont que quelques valeurs, dont on ne sait rien&nbsp;: si l’une dit que des
            lignes ne sont pas des dons, décidez-en ici. Sinon, rien n’est à faire.
          </p>
          <div className="card fates-form">
            <Values values={whole.a_voir} isAsked={false} />
            <Submit>Relire avec ces choix</Submit>
          </div>
        </Section>
      )}
      <Section title="Ce que l’import ferait">
        {whole ? (
          <Account whole={whole} fichierId={page.file.fichier_id} />
        ) : (
          <Counting page={page} compte={compte} />
        )}
      </Section>
      {rows.length > 0 && (
        <Section title="Les premières lignes, et ce qui en est lu">
          <Rows rows={rows} draft={page.draft} />
        </Section>
      )}
      {whole && isReady && (
        <div className="card importing">
          <p>
            {plural(whole.dons.total, 'don')} pour {formatMoney(whole.dons.montant)}, avec les
            fiches de leurs donateurs&nbsp;: tout est enregistré, ou rien.
          </p>
          <input type="hidden" name="empreinte" value={compte.empreinte} />
          <Submit faire="importer">Importer</Submit>
        </div>
      )}
      {whole && undecided === 0 && whole.valeurs.length > 0 && (
        <Section title="Ce qui décide si une ligne compte">
          <Fates whole={whole} />
        </Section>
      )}
    </>
  )
}

const Fates = ({ whole }: { whole: NonNullable<ShownCompte['whole']> }) => (
  <div className="card fates-form">
    <Values values={whole.valeurs} isAsked />
    <p className="mention">
      «&nbsp;Ne compte pas&nbsp;»&nbsp;: la ligne n’est pas un don, et celui qu’elle était déjà
      passe à 0&nbsp;€. «&nbsp;Rembourse un don&nbsp;»&nbsp;: son montant est retiré du don qu’elle
      désigne.
    </p>
    <Submit>Relire avec ces choix</Submit>
  </div>
)

/** How far the account is: followed by a script, or by the page that reloads itself. */
function Counting({ page, compte }: AccountProps) {
  const query = new URLSearchParams({ lecture: page.base })
  const { value, failed } = usePolling({
    url: `${readingPath(page.file.fichier_id)}/compte?${query}`,
    intervalMs: INTERVAL_MS,
    first: compte.en_cours,
    goesOn: (current) => current !== null,
  })
  useReload(value === null)
  const { traitees = 0, total = null } = value ?? {}
  return (
    <div className="card">
      <p role="status" className="visually-hidden">
        Lecture du fichier en cours
      </p>
      <Progress
        label={`Lecture du fichier\u00A0: ${plural(traitees, 'ligne lue', 'lignes lues')}`}
        percent={total ? (traitees / total) * 100 : 0}
      />
      {failed && (
        <Alert tone="warning">
          <p>Le suivi s’est arrêté. Rechargez la page pour connaître le compte.</p>
        </Alert>
      )}
    </div>
  )
}
