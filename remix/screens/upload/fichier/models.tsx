import { Form, Link } from '@remix-run/react'
import { citer, formatInstant, plural } from '#figures/format'
import { Alert } from '../../../ui/alert'
import { MODELS_PATH, readingPath } from '../paths'
import type { ReadingPage } from './read.server'

type Model = ReadingPage['models'][number]

/** So many names are told; the columns themselves are below. */
const TOLD = 6

function named(names: string[]): string {
  const told = names.slice(0, TOLD).map(citer).join(', ')
  const others = names.length - TOLD
  return others > 0 ? `${told} et ${plural(others, 'autre')}` : told
}

/** Which model a file is read with: one that knows it, or those that nearly do. */
export function ModelChoice({ page }: { page: ReadingPage }) {
  const { models, draft, file, isChosen } = page
  const used = models.find(({ id }) => id === draft.modele)
  if (used) return <Used model={used} />
  if (models.length === 0 || isChosen) return null
  return (
    <Alert
      tone="information"
      title={
        models.length > 1
          ? 'Plusieurs modèles conviennent à ce fichier'
          : 'Un modèle ressemble à ce fichier'
      }
    >
      <ul className="models-fitting">
        {models.map((model) => (
          <li key={model.id}>
            <Link
              to={`${readingPath(file.fichier_id)}?${new URLSearchParams({ modele: model.id })}`}
            >
              Lire avec «&nbsp;{model.nom}&nbsp;»
            </Link>
            {model.manquantes.length > 0 && (
              <span className="mention">
                {' '}
                Il manque {plural(model.manquantes.length, 'colonne')}&nbsp;:{' '}
                {named(model.manquantes)}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p>Ou dites ci-dessous ce que sont les colonnes.</p>
    </Alert>
  )
}

/** The model in use: what of its columns the file lacks, what the file has besides. */
function Used({
  model: { nom, version, absentes, nouvelles, remarques, manquantes },
}: {
  model: Model
}) {
  const sentences = [
    ...(manquantes.length > 0
      ? [
          `Colonnes qui manquent au fichier\u00A0: ${named(manquantes)}. Dites lesquelles les remplacent, le reste est gardé.`,
        ]
      : []),
    ...(absentes.length > 0
      ? [`Colonnes facultatives qui manquent\u00A0: ${named(absentes)}.`]
      : []),
    ...(nouvelles.length > 0
      ? [`Colonnes que le modèle ne connaît pas, laissées de côté\u00A0: ${named(nouvelles)}.`]
      : []),
    ...remarques,
  ]
  return (
    <div className="model-used">
      <p>
        Modèle <strong>{nom}</strong> <span className="mention">version {version}</span>
      </p>
      {sentences.length > 0 && (
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Keeps the reading for the next file of its kind; a kept model gets its next version. */
export function Keep({ page: { model } }: { page: ReadingPage }) {
  const own = model && !model.livre ? model : null
  return (
    <div className="fields card keep">
      <div className="field">
        <label htmlFor="nom-modele">Nom du modèle</label>
        <input
          id="nom-modele"
          type="text"
          name="nom"
          maxLength={60}
          defaultValue={own?.nom ?? ''}
        />
      </div>
      {own && (
        <div className="field">
          <label htmlFor="modele-suivant">Enregistrer comme</label>
          <select id="modele-suivant" name="modele" defaultValue={own.id}>
            <option value={own.id}>version suivante de «&nbsp;{own.nom}&nbsp;»</option>
            <option value="">nouveau modèle</option>
          </select>
        </div>
      )}
      <button type="submit" name="faire" value="garder" className="button button-outline">
        Garder cette lecture comme modèle
      </button>
    </div>
  )
}

interface ListedModel {
  id: string
  nom: string
  version: number
  livre: boolean
  remarques: string[]
  par: string | null
  le: string | null
}

/** All models: those that somebody kept can be forgotten, which is asked once more. */
export const ModelList = ({ models }: { models: ListedModel[] }) => (
  <ul className="models">
    {models.map(({ id, nom, version, livre, remarques, par, le }) => (
      <li key={id} className="card model">
        <div>
          <p>
            <strong>{nom}</strong> <span className="mention">version {version}</span>
          </p>
          {le && (
            <p className="mention">
              gardé le {formatInstant(le)}
              {par && ` par ${par}`}
            </p>
          )}
          {remarques.map((sentence) => (
            <p key={sentence} className="mention">
              {sentence}
            </p>
          ))}
        </div>
        <div className="upload-actions">
          <a
            className="button button-outline button-small"
            href={`${MODELS_PATH}/${encodeURIComponent(id)}.json`}
            download
          >
            Télécharger (JSON)<span className="visually-hidden"> le modèle {nom}</span>
          </a>
          {!livre && (
            <details className="unprinted">
              <summary className="button button-danger button-small">
                Oublier<span className="visually-hidden"> le modèle {nom}</span>
              </summary>
              <Form method="post">
                <input type="hidden" name="id" value={id} />
                <p>Il ne sera plus proposé&nbsp;: cela ne se reprend pas.</p>
                <button type="submit" className="button button-danger button-small">
                  Oublier ce modèle<span className="visually-hidden">&nbsp;: {nom}</span>
                </button>
              </Form>
            </details>
          )}
        </div>
      </li>
    ))}
  </ul>
)
