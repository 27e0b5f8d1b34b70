import { Link } from '@remix-run/react'
import {
  formatCount,
  formatDay,
  formatInstant,
  formatMoney,
  formatSize,
  plural,
} from '#figures/format'
import { Alert } from '../../ui/alert'
import { Bounded } from '../../ui/bounded'
import { Facts } from '../../ui/facts'
import { type UploadAddress, withTab, writeAddress } from './address'
import type { Apercu } from './apercu'
import { Changed, ClosedYears, WithoutCard } from './consequences'
import { rejectsPath } from './paths'
import { ReprisDons } from './repris'
import { downloadOf } from './words'

/** What was understood of a file, before anything is written. */
export function Preview({ apercu, address }: { apercu: Apercu; address: UploadAddress }) {
  const { rejets_nombreux } = apercu
  const warnings = [
    ...apercu.avertissements,
    ...(rejets_nombreux === null ? [] : [rejets_nombreux]),
  ]
  return (
    <section className="card preview" aria-labelledby={`apercu-${apercu.type}`}>
      <div>
        <h2 id={`apercu-${apercu.type}`}>Analyse du fichier</h2>
        <p className="preview-file">
          <Bounded longest={44}>{apercu.filename}</Bounded>{' '}
          <span className="mention">({formatSize(apercu.taille)})</span>
        </p>
      </div>
      <Again apercu={apercu} />
      {apercu.type === 'donations' && apercu.numeros_repris && (
        <ReprisDons repris={apercu.numeros_repris} />
      )}
      {warnings.length > 0 && (
        <Alert tone="warning" title="Attention">
          <ul>
            {warnings.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Alert>
      )}
      <MainFigures apercu={apercu} />
      <Effects apercu={apercu} />
      <ClosedYears apercu={apercu} />
      <WithoutCard apercu={apercu} />
      <Changed
        rows={apercu.lignes_modifiees}
        count={apercu.modifies}
        noun={apercu.type === 'donations' ? 'Don' : 'Contact'}
      />
      <ShortRows apercu={apercu} address={address} />
      <Rejects apercu={apercu} />
      <Detected apercu={apercu} />
    </section>
  )
}

/** What importing the same file again would do: nothing, unless stored data have changed since. */
function Again({ apercu: { deja_importe_le, nouveaux, modifies } }: { apercu: Apercu }) {
  if (!deja_importe_le) return null
  const before = `Ce fichier a déjà été importé le ${formatInstant(deja_importe_le)}`
  if (nouveaux + modifies === 0)
    return (
      <Alert tone="information">
        <p>{before}. L’importer à nouveau ne change rien.</p>
      </Alert>
    )
  return (
    <Alert tone="warning" title="Attention">
      <p>
        {before}, mais les données enregistrées ont changé depuis&nbsp;: l’importer à nouveau
        rétablirait ses valeurs.
      </p>
    </Alert>
  )
}

function MainFigures({ apercu }: { apercu: Apercu }) {
  const figures: [string, string][] =
    apercu.type === 'donateurs'
      ? [
          ['Total lignes', formatCount(apercu.total_rows)],
          ['Contacts valides', formatCount(apercu.valid_contacts)],
        ]
      : [
          ['Total lignes', formatCount(apercu.total_rows)],
          ['Donations valides', formatCount(apercu.valid_donations)],
          ['Donations à montant nul', formatCount(apercu.zero_amount_donations)],
          ['Montant total', formatMoney(apercu.montant_total)],
        ]
  return <Facts figures={figures} main />
}

function Effects({ apercu }: { apercu: Apercu }) {
  const figures: [string, string][] = [
    ['Nouvelles', formatCount(apercu.nouveaux)],
    ['Modifiées', formatCount(apercu.modifies)],
    ['Inchangées', formatCount(apercu.inchanges)],
    ['Doublons dans le fichier', formatCount(apercu.doublons)],
    ['Rejetées', formatCount(apercu.rejets)],
  ]
  if (apercu.type === 'donations') {
    figures.push(['Donations sans fiche donateur', formatCount(apercu.sans_fiche)])
    if (apercu.premiere_date && apercu.derniere_date)
      figures.push([
        'Période',
        `du\u00A0${formatDay(apercu.premiere_date)} au\u00A0${formatDay(apercu.derniere_date)}`,
      ])
  }
  return <Facts figures={figures} />
}

/** '1 ligne a une cellule de moins que l’en-tête' */
function lacking({ lignes_courtes, cellules_manquantes: { min, max } }: Apercu): string {
  const rows = plural(lignes_courtes, 'ligne a', 'lignes ont')
  const most = max === 1 ? 'une cellule' : plural(max, 'cellule')
  return `${rows} ${min === max ? '' : `de ${min} à `}${most} de moins que l’en-tête`
}

/** Old spreadsheets drop trailing empty cells: these rows can be completed. */
function ShortRows({ apercu, address }: { apercu: Apercu; address: UploadAddress }) {
  if (apercu.lignes_courtes === 0) return null
  const { type, fichier_id: fichier, completer_lignes_courtes: completed } = apercu
  return (
    <Alert tone="information">
      <p>
        {completed
          ? `${lacking(apercu)}\u00A0: celles qui manquent sont lues comme vides, et une ligne dont une cellule ne convient pas à sa colonne reste rejetée.`
          : `${lacking(apercu)}. Si un tableur a coupé les dernières, qui étaient vides, complétez ces lignes\u202F; s’il manque un séparateur au milieu, corrigez-les.`}
      </p>
      <Link
        className="button button-outline button-small"
        to={writeAddress(withTab(address, type, { fichier, completed: !completed }))}
        preventScrollReset
      >
        {completed ? 'Ne pas compléter les lignes courtes' : 'Compléter les lignes courtes'}
      </Link>
    </Alert>
  )
}

function Rejects({ apercu }: { apercu: Apercu }) {
  if (apercu.rejets === 0) return null
  return (
    <div className="rejects">
      <h3>{plural(apercu.rejets, 'ligne rejetée', 'lignes rejetées')}</h3>
      {apercu.rejets_par_motif.map(({ motif, nombre, exemples }) => (
        <details key={motif}>
          <summary>
            {motif} <span className="badge badge-warning">{formatCount(nombre)}</span>
          </summary>
          <ul>
            {exemples.map(({ ligne, texte }) => (
              <li key={ligne}>
                Ligne {formatCount(ligne)}&nbsp;: <code>{texte}</code>
              </li>
            ))}
          </ul>
        </details>
      ))}
      <p className="download">
        <a href={rejectsPath(apercu.fichier_id)} download>
          {downloadOf(apercu.rejets_gardes, apercu.rejets)}
        </a>
      </p>
    </div>
  )
}

function Detected({ apercu: { detecte } }: { apercu: Apercu }) {
  return (
    <details>
      <summary>Ce qui a été reconnu dans le fichier</summary>
      <dl className="facts">
        <div>
          <dt>Délimiteur</dt>
          <dd>{detecte.delimiteur}</dd>
        </div>
        <div>
          <dt>Encodage</dt>
          <dd>{detecte.encodage}</dd>
        </div>
        <div>
          <dt>Ligne d’en-tête</dt>
          <dd>{formatCount(detecte.ligne_entete)}</dd>
        </div>
        <div>
          <dt>Colonnes ignorées</dt>
          <dd>{detecte.colonnes_ignorees.join(', ') || 'aucune'}</dd>
        </div>
      </dl>
      <ul className="columns-read">
        {detecte.colonnes.map(({ champ, entete }) => (
          <li key={champ}>
            <code>{champ}</code> ← {entete}
          </li>
        ))}
      </ul>
    </details>
  )
}
