import { Link } from '@remix-run/react'
import { Empty } from '../../ui/page'
import { DemonstrationFiles } from '../aide/demonstration'

/** The three ways into an empty base. */
export function FirstSteps() {
  return (
    <Empty unless="dons_attendus">
      <p>Aucun don enregistré.</p>
      <div className="first-steps">
        <section className="card">
          <h2>J’ai deux fichiers</h2>
          <p>Un fichier de vos donateurs et un fichier de leurs dons, en CSV.</p>
          <Link className="button" to="/upload">
            Importer des données
          </Link>
        </section>
        <section className="card">
          <h2>J’ai un fichier de mon outil</h2>
          <p>
            L’export de HelloAsso, de PayPal, de votre tableur ou d’un autre outil, tel qu’il sort.
          </p>
          <Link className="button button-outline" to="/upload?type=fichier">
            Importer ce fichier
          </Link>
        </section>
        <section className="card">
          <h2>Je veux d’abord regarder</h2>
          <p>
            Deux fichiers de personnes et de dons inventés. Téléchargez-les, importez-les comme les
            vôtres, puis <Link to="/aide#demonstration">retirez-les</Link>.
          </p>
          <DemonstrationFiles />
        </section>
      </div>
      <p>
        Pas à pas, du premier fichier au rapport imprimé&nbsp;: <Link to="/aide">Aide</Link>
      </p>
    </Empty>
  )
}
