import { citer, formatCount, formatDay, formatInstant, plural } from '#figures/format'
import { Unlisted } from '../../../ui/unlisted'
import { Chapter } from './parts'
import type { Rapport } from './rapport.server'

interface Props {
  rapport: Rapport
}

/** Definitions of the report's figures. */
export function Rules({ rapport: { rules } }: Props) {
  return (
    <Chapter title="Définitions des chiffres">
      <Unlisted>Les nombres des exemples sont ceux des écrans, où chacun mène à sa liste.</Unlisted>
      <div className="report-rules">
        {rules.map(({ code, titre, formule, perimetre, exemple, version, depuis }) => (
          <article key={code} className="report-rule">
            <h3>{titre}</h3>
            <p>{formule}</p>
            {exemple && <p className="definition-example">{exemple}</p>}
            <p className="mention">
              {perimetre} Règle n°&nbsp;{version}, depuis le {formatDay(depuis)}.
            </p>
          </article>
        ))}
      </div>
    </Chapter>
  )
}

/** State of the exclusion log at the time of the figures, in words. */
function chainOf({ chain }: Rapport): string {
  const { evenements, valide, verifiee_le, points_de_controle: checkpoints } = chain
  if (evenements === 0) return 'aucun événement'
  const state = !valide
    ? 'chaîne rompue'
    : checkpoints === 0
      ? 'chaîne intacte, sans point de contrôle'
      : `chaîne intacte, ${plural(checkpoints, 'point')} de contrôle`
  return `événement n°\u00A0${formatCount(evenements)} le dernier\u00A0; ${state}, vérifiée le ${formatInstant(verifiee_le)}`
}

/** What authenticates the figures: their time, the head of the exclusion log, and the hash of the tables' files. */
export function Seal({ rapport }: Props) {
  const { annee, fraicheur, chain, publication, arrete, seal, version } = rapport
  const { calcule_le } = fraicheur
  return (
    <section className="section report-seal">
      <h2>Sceau du rapport</h2>
      <dl className="report-facts">
        <div>
          <dt>Chiffres calculés le</dt>
          <dd>{calcule_le === null ? 'pas encore calculés' : formatInstant(calcule_le)}</dd>
        </div>
        {publication !== undefined && (
          <div>
            <dt>Publication</dt>
            <dd>
              n°&nbsp;{formatCount(publication)}
              {arrete
                ? `, arrêtée sous le nom ${citer(arrete.nom)} par ${arrete.par} (événement n°\u00A0${arrete.evenement} du journal)`
                : ', sans arrêté'}
            </dd>
          </div>
        )}
        {arrete && (
          <div>
            <dt>Sceau de l’arrêté</dt>
            <dd>
              <code>{arrete.sceau}</code>
            </dd>
          </div>
        )}
        <div>
          <dt>Journal des exclusions</dt>
          <dd>{chainOf(rapport)}</dd>
        </div>
        {chain.empreinte !== null && (
          <div>
            <dt>Dernière empreinte du journal</dt>
            <dd>
              <code>{chain.empreinte}</code>
            </dd>
          </div>
        )}
        <div>
          <dt>Empreinte des chiffres</dt>
          <dd>
            <code>{seal.sha256}</code>
          </dd>
        </div>
        <div>
          <dt>Application</dt>
          <dd>Analyse - Gestion des Dons, version {version}</dd>
        </div>
      </dl>
      <details className="mention">
        <summary>Pour l’informatique</summary>
        <p>
          Pour recalculer l’empreinte des chiffres tant que les données n’ont pas changé,
          téléchargez à l’écran (/dashboard/rapport?annee={annee}) le fichier CSV au menu ⋯ de
          chaque tableau, puis mettez ces {seal.files.length} fichiers bout à bout, dans cet ordre,
          et prenez-en le SHA-256&nbsp;:
        </p>
        <p className="report-command">
          <code>cat {seal.files.join(' ')} | sha256sum</code>
        </p>
      </details>
    </section>
  )
}
