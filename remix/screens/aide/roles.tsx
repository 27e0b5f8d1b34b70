import type { Chapter } from './chapters'
import { Screen, Term, Word } from './parts'

/** The year's end, and what some come for. */
export const ROLES: readonly Chapter[] = [
  {
    id: 'clore',
    title: 'Clore l’année',
    body: (
      <>
        <ol>
          <li>Importez les derniers dons de l’année.</li>
          <li>
            Décidez de ceux qui restent dans <Screen to="/donations/a-verifier">À vérifier</Screen>.
          </li>
          <li>
            Dans <Screen to="/upload/controles">Contrôles</Screen>, écrivez le total de votre
            comptabilité, puis <Word on="/upload/controles">Noter ce total</Word>. L’écart avec le
            Dashboard s’affiche. S’il est normal, expliquez-le, avec votre nom.
          </li>
          <li>
            Ouvrez <Screen to="/dashboard/rapport">Papiers, onglet Rapport</Screen>, choisissez
            l’année, et imprimez depuis votre navigateur. S’il reste des donateurs à vérifier,
            l’écran demande d’abord s’il faut les attendre.{' '}
            <Word on="rapport">Enregistrer (.html)</Word> en garde un fichier.
          </li>
          <li>
            Dans <Screen to="/dashboard/arretes">Arrêtés</Screen>, nommez ces chiffres
            («&nbsp;Présenté au conseil le 31 janvier&nbsp;»), puis{' '}
            <Word on="/dashboard/arretes">Arrêter ces chiffres</Word>. Un arrêté ne se modifie pas.
          </li>
        </ol>
        <p>
          Si un import change plus tard une année arrêtée, il le dit avant de commencer. L’arrêté,
          lui, montre toujours ce que vous aviez présenté.
        </p>
      </>
    ),
  },
  {
    id: 'tresorier',
    title: 'Pour le trésorier',
    body: (
      <>
        <ul>
          <li>
            <strong>Chaque mois.</strong> <Screen to="/dashboard/mois">Papiers, onglet Mois</Screen>{' '}
            tient sur une page&nbsp;: reçu dans le mois, depuis janvier, et ce qui a changé. Notez
            le total du mois de votre comptabilité dans{' '}
            <Screen to="/upload/controles">Contrôles</Screen>.
          </li>
          <li>
            <strong>Où va l’année.</strong> <Screen to="/dashboard/objectifs">Objectifs</Screen>{' '}
            répartit sur les mois ce que vous visez (
            <Term definition="objectifs">comment&nbsp;?</Term>). Le Dashboard dit où vous en êtes.
          </li>
          <li>
            <strong>Ce que rapportent les appels.</strong>{' '}
            <Screen to="/campagnes/dictionnaire">Codes et coûts, onglet Dictionnaire</Screen>&nbsp;:
            écrivez ce qu’une campagne a coûté. <Screen to="/campagnes/couts">Coûts</Screen> dit ce
            que rapporte un euro dépensé (<Term definition="couts">comment&nbsp;?</Term>).
          </li>
          <li>
            <strong>Un chiffre a bougé.</strong>{' '}
            <Screen to="/dashboard/pourquoi">Historique des chiffres</Screen> nomme chaque import et
            chaque décision, avec son effet en euros&nbsp;: leur somme est l’écart.
          </li>
        </ul>
        <p>
          Les montants sont comptés au centime (<Term definition="arrondis">arrondis</Term>).
          L’application ne tient pas la comptabilité et n’établit pas de reçu fiscal.
        </p>
      </>
    ),
  },
  {
    id: 'auditeur',
    title: 'Pour l’auditeur',
    body: (
      <>
        <ul>
          <li>
            <strong>Qui a exclu qui.</strong>{' '}
            <Screen to="/donations/historique">Historique des exclusions</Screen> garde chaque
            décision, dans l’ordre, liée à la précédente par une empreinte. L’écran dit si la chaîne
            est intacte, et donne le journal en CSV.
          </li>
          <li>
            <strong>Du fichier au chiffre.</strong>{' '}
            <Screen to="/upload/controles">Contrôles</Screen> compare les fichiers, la base, les
            chiffres et le journal. Une ligne en écart se voit.
          </li>
          <li>
            <strong>Ce qui a été présenté.</strong> Un{' '}
            <Screen to="/dashboard/arretes">arrêté</Screen> scelle des chiffres dans ce même
            journal.
          </li>
          <li>
            <strong>Sans croire l’application.</strong> La commande <code>npm run audit</code>{' '}
            recalcule tout avec un code à part. Demandez aussi que le dossier{' '}
            <code>checkpoints</code> soit copié là où l’administrateur de la base ne peut pas
            écrire.
          </li>
        </ul>
        <p>
          Ce qui n’est pas prouvé&nbsp;: un nom saisi n’est que ce que quelqu’un a écrit. Pour être
          sûr de qui décide, il faut une authentification devant l’application.
        </p>
      </>
    ),
  },
]
