import { formatCount, formatMoney, plural } from '#figures/format'
import { Alert } from '../../../ui/alert'
import { Facts } from '../../../ui/facts'
import { Unlisted } from '../../../ui/unlisted'
import { Changed } from '../consequences'
import { rejectsPath } from '../paths'
import { SmallTable, Years } from '../small-table'
import type { ShownCompte } from './read.server'

type Whole = NonNullable<ShownCompte['whole']>

interface Props {
  whole: Whole
  fichierId: string
}

/** Of the whole file: its gifts, its donors, and what to look at before the import. */
export function Account({ whole, fichierId }: Props) {
  const { dons, donateurs } = whole
  return (
    <>
      <Facts
        main
        figures={[
          ['Dons', formatCount(dons.total)],
          ['Montant', formatMoney(dons.montant)],
          ['Nouveaux donateurs', formatCount(donateurs.nouveaux)],
          ['Donateurs connus', formatCount(donateurs.connus)],
        ]}
      />
      <Unlisted>Rien n’est encore enregistré&nbsp;: ces nombres n’ont pas de liste.</Unlisted>
      <KeySentence whole={whole} />
      <Warnings whole={whole} />
      <div className="accounts">
        <Equation whole={whole} />
        {whole.par_annee.length > 0 && <Years caption="Par année" years={whole.par_annee} />}
      </div>
      <Facts figures={effects(whole)} />
      <Changed rows={whole.fiches.exemples} count={whole.fiches.modifiees} noun="Contact" />
      <Rejects whole={whole} fichierId={fichierId} />
    </>
  )
}

/** What the chosen key gives, against what the other would. */
function KeySentence({ whole: { lignes, dons, sans_addition } }: { whole: Whole }) {
  if (!sans_addition) return null
  const counted = lignes.dons + lignes.additionnees
  return (
    <p>
      {plural(counted, 'ligne')} → <strong>{plural(dons.total, 'don')}</strong>,{' '}
      <strong>{formatMoney(dons.montant)}</strong>
      {lignes.additionnees > 0 && (
        <>
          , puisque les lignes d’une commande s’additionnent. Si une ligne était un don&nbsp;:{' '}
          {plural(sans_addition.dons, 'don')}, {formatMoney(sans_addition.montant)}
        </>
      )}
      .
    </p>
  )
}

function Warnings({ whole }: { whole: Whole }) {
  const { annees_changees, arretes, avertissements, dons, homonymes, donateurs } = whole
  const { rejets_nombreux } = whole
  const sentences = [
    ...avertissements,
    ...(rejets_nombreux === null ? [] : [rejets_nombreux]),
    ...(annees_changees.length > 0
      ? [`Des années passées changent\u00A0: ${annees_changees.join(', ')}.`]
      : []),
    ...(arretes.length > 0
      ? [
          `${arretes.length > 1 ? 'Ces arrêtés ne seront plus les' : 'Cet arrêté ne sera plus celui des'} chiffres d’aujourd’hui\u00A0: ${arretes.join(', ')}.`,
        ]
      : []),
    ...(dons.mis_a_zero > 0
      ? [
          `${plural(dons.mis_a_zero, 'don enregistré passe', 'dons enregistrés passent')} à 0\u00A0€\u00A0: le fichier dit qu’${dons.mis_a_zero > 1 ? 'ils ne comptent' : 'il ne compte'} plus.`,
        ]
      : []),
    ...(donateurs.ambigus > 0
      ? [
          `${plural(donateurs.ambigus, 'donateur ressemble', 'donateurs ressemblent')} à deux fiches à la fois\u00A0: rien n’est deviné, la première façon de les reconnaître l’emporte.`,
        ]
      : []),
    ...(homonymes.email_a_plusieurs_noms > 0
      ? [
          `${plural(homonymes.email_a_plusieurs_noms, 'e-mail a', 'e-mails ont')} plusieurs noms\u00A0: ce sont des donateurs différents.`,
        ]
      : []),
    ...(homonymes.nom_a_plusieurs_emails > 0
      ? [
          `${plural(homonymes.nom_a_plusieurs_emails, 'nom a', 'noms ont')} plusieurs e-mails, ou un autre mobile, une autre date de naissance ou civilité au même code postal\u00A0: ce sont des donateurs différents.`,
        ]
      : []),
  ]
  if (sentences.length === 0) return null
  return (
    <Alert tone="warning" title="À regarder avant d’importer">
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Alert>
  )
}

/** Every row of the file, once; the euros likewise. */
function Equation({ whole: { lignes, montants, bloque } }: { whole: Whole }) {
  const parts: [string, number, number | null][] = [
    ['Dons', lignes.dons, montants.dons],
    ['Additionnées à un don de la même commande', lignes.additionnees, null],
    ['Ne comptent pas', lignes.ecartees, montants.ecartees],
    ['Remboursements', lignes.remboursements, montants.remboursements],
    [bloque.length > 0 ? 'Rejetées, ou à décider' : 'Rejetées', lignes.rejets, montants.rejets],
  ]
  return (
    <SmallTable caption="Que devient chaque ligne" heads={['', 'Lignes', 'Montant']}>
      <tbody>
        {parts.map(([label, rows, amount]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="number">{formatCount(rows)}</td>
            <td className="number">{amount === null ? 'dans les dons' : formatMoney(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">= lignes du fichier</th>
          <td className="number">{formatCount(lignes.lues)}</td>
          <td className="number">{formatMoney(montants.lues)}</td>
        </tr>
      </tfoot>
    </SmallTable>
  )
}

function effects({ dons, donateurs, fiches }: Whole): [string, string][] {
  const always: [string, number][] = [
    ['Nouveaux dons', dons.nouveaux],
    ['Dons modifiés', dons.modifies],
    ['Dons inchangés', dons.inchanges],
  ]
  const perhaps: [string, number][] = [
    ['Dons mis à 0\u00A0€', dons.mis_a_zero],
    ['Fiches modifiées', fiches.modifiees],
    ['Donateurs à deux fiches', donateurs.ambigus],
    ['Dons anonymes', donateurs.anonymes],
  ]
  return [...always, ...perhaps.filter(([, count]) => count > 0)].map(([label, count]) => [
    label,
    formatCount(count),
  ])
}

function Rejects({
  whole: { lignes, rejets_par_motif, a_decider, lignes_courtes, feuille },
  fichierId,
}: Props) {
  const rejets = lignes.rejets - a_decider
  if (rejets === 0) return null
  return (
    <div className="rejects">
      <h3>{plural(rejets, 'ligne rejetée', 'lignes rejetées')}</h3>
      <ul>
        {rejets_par_motif.map(({ motif, nombre, lignes: rows, cases }) => (
          <li key={motif}>
            {motif} <span className="badge badge-warning">{formatCount(nombre)}</span>{' '}
            <span className="mention">
              {cases.length > 0
                ? `${feuille === null ? '' : `feuille «\u00A0${feuille}\u00A0», `}${cases.length > 1 ? 'cases' : 'case'} ${cases.join(', ')}`
                : `${rows.length > 1 ? 'lignes' : 'ligne'} ${rows.map(formatCount).join(', ')}`}
              {nombre > rows.length && '…'}
            </span>
          </li>
        ))}
      </ul>
      {lignes_courtes > 0 && (
        <p>
          <button type="submit" className="button button-outline" name="completer" value="1">
            Compléter les lignes courtes ({formatCount(lignes_courtes)})
          </button>
        </p>
      )}
      <p className="download">
        <a href={rejectsPath(fichierId)} download>
          Télécharger les lignes rejetées (CSV)
        </a>
      </p>
    </div>
  )
}
