import type { ReactNode } from 'react'
import { DemonstrationFiles } from './demonstration'
import { Picture, Screen, Term, Word } from './parts'

export interface Chapter {
  id: string
  title: string
  body: ReactNode
}

/** What everybody does with the application, from the first file to the year's end. */
export const CHAPTERS: readonly Chapter[] = [
  {
    id: 'commencer',
    title: 'Commencer',
    body: (
      <>
        <p>
          Cette application lit vos fichiers de donateurs et de dons. Elle montre votre année&nbsp;:
          ce que vous avez reçu, qui donne, qui revient. Il n’y a rien à régler d’abord.
        </p>
        <Picture of="vide">
          Tant qu’il n’y a aucun don, le Dashboard montre par où commencer.
        </Picture>
        <ul>
          <li>
            <strong>Vous avez deux fichiers</strong>, l’un des donateurs, l’autre de leurs
            dons&nbsp;: choisissez <Word on="vide">Importer des données</Word>.
          </li>
          <li>
            <strong>Vous avez l’export d’un outil</strong> (HelloAsso, PayPal, votre
            tableur…)&nbsp;: choisissez <Word on="vide">Importer ce fichier</Word>.
          </li>
          <li>
            <strong>Vous voulez d’abord regarder</strong>&nbsp;: prenez les deux fichiers de
            démonstration.
          </li>
        </ul>
        <h3 id="demonstration">Regarder avec la démonstration, puis la retirer</h3>
        <p>
          Les deux fichiers contiennent 500 personnes inventées et leurs dons depuis 2013. Leurs
          numéros commencent par DEMO-. Tant qu’il en reste, chaque écran et chaque page imprimée le
          disent en haut&nbsp;: <Word on="/dashboard">Données de démonstration</Word>.
        </p>
        <DemonstrationFiles />
        <p>
          Pour les retirer, ouvrez <Screen to="/upload">Upload</Screen>. Dans le{' '}
          <Word on="/upload">Journal des imports</Word>, choisissez le fichier des donations, puis{' '}
          <Word on="importe">Annuler cet import</Word>. Faites de même pour les contacts. Leurs dons
          et leurs fiches s’en vont. Vos gestes d’essai, eux, restent écrits&nbsp;: le journal des
          imports et l’historique des exclusions ne s’effacent jamais.
        </p>
        <p>
          Retirez la démonstration <strong>avant</strong> d’importer vos fichiers&nbsp;: sinon, ses
          dons s’ajoutent aux vôtres. Vous avez 30 jours pour cela. Pour un essai plus long,
          demandez à la personne qui a installé l’application d’ouvrir la démonstration à côté, dans
          une base à elle.
        </p>
      </>
    ),
  },
  {
    id: 'importer',
    title: 'Importer',
    body: (
      <>
        <h3>Deux fichiers, l’un après l’autre</h3>
        <ol>
          <li>
            Ouvrez <Screen to="/upload">Upload</Screen>, onglet <Word on="/upload">Donateurs</Word>.
            Déposez votre fichier, puis choisissez <Word on="/upload">Analyser le fichier</Word>.
          </li>
          <li>
            Lisez l’<Word on="apercu">Analyse du fichier</Word>&nbsp;: combien de lignes sont
            valides, nouvelles, modifiées, rejetées. Rien n’est encore enregistré.
          </li>
          <li>
            Choisissez <Word on="apercu">Importer les donateurs</Word>. À la fin, l’écran propose{' '}
            <Word on="importe">Importer les donations</Word>&nbsp;: recommencez avec l’autre
            fichier.
          </li>
          <li>
            Les chiffres se calculent d’eux-mêmes.{' '}
            <Word on="donations importées">Voir le dashboard</Word> y mène.
          </li>
        </ol>
        <Picture of="apercu">L’analyse dit ce que l’import fera, avant qu’il ne le fasse.</Picture>
        <p>
          Sous la zone de dépôt, <Word on="/upload">Colonnes attendues</Word> dit ce que le fichier
          doit contenir, et <Word on="/upload">Fichier d’exemple</Word> en montre un. Une ligne
          rejetée n’arrête pas les autres&nbsp;: téléchargez-la, corrigez-la, importez-la à nouveau.
          Importer deux fois le même fichier ne change rien.
        </p>
        <h3>Le fichier d’un outil</h3>
        <p>
          L’onglet <Screen to="/upload?type=fichier">Un fichier de mon outil</Screen> lit un fichier
          CSV ou Excel (.xlsx) tel qu’il sort. Choisissez{' '}
          <Word on="/upload?type=fichier">Lire le fichier</Word>. Si l’application reconnaît
          l’outil, elle montre tout de suite le compte de l’import&nbsp;; sinon, vous dites ce que
          sont les colonnes. Ce qui est douteux vous est demandé&nbsp;: un paiement refusé, un
          remboursement, une date ambiguë. La lecture se garde pour la prochaine fois.
        </p>
        <h3>Revenir en arrière</h3>
        <p>
          Un import se retire par <Word on="importe">Annuler cet import</Word>&nbsp;: un des dix
          derniers, dans les 30 jours. Ce qu’il avait ajouté s’en va, ce qu’il avait changé revient.
        </p>
      </>
    ),
  },
  {
    id: 'annee',
    title: 'L’année en dix chiffres',
    body: (
      <>
        <p>
          <Screen to="/dashboard">Le Dashboard</Screen> montre une année à la fois&nbsp;; la liste{' '}
          <Word on="/dashboard">Année</Word> en change. Un don compte si son montant dépasse zéro et
          si son donateur n’est pas exclu.
        </p>
        <Picture of="dashboard">
          Le montant de l’année et sa courbe, à côté de l’année d’avant.
        </Picture>
        <ol className="guide-figures">
          <li>
            <Term definition="montant-total">Montant Total</Term>&nbsp;: tout ce que l’année a reçu.
          </li>
          <li>
            <Term definition="donations">Total Donations</Term>&nbsp;: le nombre de dons.
          </li>
          <li>
            <Term definition="donateurs">Total Donateurs</Term>&nbsp;: chaque personne une seule
            fois.
          </li>
          <li>
            <Term definition="don-moyen">Don Moyen</Term>&nbsp;: le montant divisé par les dons. Un
            très gros don le fausse&nbsp;; le <Term definition="don-median">don médian</Term>, dans{' '}
            <Screen to="/montant">Montants</Screen>, non.
          </li>
          <li>
            <Term definition="a-date">À date</Term>&nbsp;: une année en cours ne se compare qu’au
            même jour de l’an dernier.
          </li>
          <li>
            <Term definition="projection">Projection</Term>&nbsp;: où l’année finira sans doute,
            avec un bas et un haut.
          </li>
          <li>
            <Term definition="nouveaux-anciens">Nouveaux Donateurs</Term>&nbsp;: leur premier don
            est de cette année. Ils sont dans <Screen to="/nouveaux">Nouveaux</Screen>.
          </li>
          <li>
            <Term definition="fidelisation">Taux de fidélisation</Term>&nbsp;: de cent donateurs de
            l’an dernier, combien ont redonné. Il est dans{' '}
            <Screen to="/actifs/fidelite">Fidélité</Screen>.
          </li>
          <li>
            <Term definition="statuts">Dormants</Term>&nbsp;: ils ont donné l’an dernier, pas encore
            cette année. Ils sont dans <Screen to="/actifs">Actifs</Screen>.
          </li>
          <li>
            <Term definition="reguliers">Dons réguliers</Term>&nbsp;: ceux qui reviennent chaque
            mois, trimestre ou année. Ils ont <Screen to="/donateurs/reguliers">leur écran</Screen>.
          </li>
        </ol>
        <p>
          Un nombre souligné mène à la liste de ses donateurs ou de ses dons. Le point
          d’interrogation d’un chiffre mène à sa formule et à son histoire. Toutes les formules sont
          dans <Screen to="/dashboard/definitions">Comment c’est calculé&nbsp;?</Screen> Au titre
          d’un tableau, le menu ⋯ donne son fichier&nbsp;;{' '}
          <Word on="/dashboard">Classeur (.xlsx)</Word> les donne tous pour Excel.
        </p>
      </>
    ),
  },
  {
    id: 'exclure',
    title: 'Exclure les faux dons',
    body: (
      <>
        <p>
          Un essai de paiement de 99&nbsp;999&nbsp;€ fausse toute une année.{' '}
          <Screen to="/donations/a-verifier">À vérifier</Screen> signale de tels donateurs et dit
          pourquoi. C’est toujours vous qui décidez. Après un import, la liste met quelques secondes
          à se remplir.
        </p>
        <Picture of="a-verifier">
          Chaque raison est une phrase que la fiche du donateur permet de vérifier.
        </Picture>
        <ul>
          <li>
            <Word on="/donations/a-verifier">Exclure</Word>&nbsp;: l’écran dit ce que cela change,
            et demande si vous êtes sûr. Écrivez d’abord votre nom sous{' '}
            <Word on="/donations/a-verifier">Qui, pourquoi</Word>. Les dons exclus ne comptent plus,
            les chiffres changent aussitôt. Aucun don n’est supprimé.
          </li>
          <li>
            <Word on="/donations/a-verifier">Légitime</Word>&nbsp;: ce donateur ne vous sera plus
            proposé, sauf pour une raison nouvelle.
          </li>
          <li>
            <Word on="/donations">Exclure</Word> se trouve aussi dans{' '}
            <Screen to="/donations">Donations</Screen> et sur chaque fiche. Réintégrer le défait.
          </li>
          <li>
            L’onglet <Screen to="/donateurs/doublons">Doublons</Screen> propose les personnes qui
            ont deux numéros&nbsp;: <Word on="/donateurs/doublons">Même personne…</Word> les réunit,
            et cela se défait aussi. Deux personnes que vos fichiers ont réunies sous un numéro se
            séparent sur leur fiche, clé par clé.
          </li>
        </ul>
        <p>
          Tant qu’un donateur à vérifier pèse sur un chiffre, l’écran le dit au-dessus, avec le
          chiffre sans lui. Aucune hausse, aucune baisse et aucun objectif atteint ne se disent
          alors, ni avant que ces donateurs aient été recherchés parmi les derniers imports.
        </p>
      </>
    ),
  },
  {
    id: 'retrouver',
    title: 'Retrouver',
    body: (
      <>
        <p>
          En haut de chaque écran, cherchez un nom, un téléphone, une ville. Les accents et les
          majuscules ne comptent pas. Le nom d’un donateur mène partout à sa fiche&nbsp;: ses
          coordonnées, ses dons, ce qui a été décidé.
        </p>
        <p>
          <Screen to="/donateurs/liste">Tous les donateurs</Screen> les montre en une liste.{' '}
          <Word on="/donateurs/liste">Filtrer et trier</Word> la réduit&nbsp;: dernier don, cumul,
          département. <Word on="/donateurs/liste">Garder cette liste</Word> lui donne un nom&nbsp;;
          elle est ensuite dans <Screen to="/donateurs/listes-gardees">Listes gardées</Screen>, qui
          dit qui y est entré et qui en est sorti.
        </p>
      </>
    ),
  },
  {
    id: 'envoyer',
    title: 'Envoyer',
    body: (
      <>
        <ol>
          <li>
            Notez d’abord dans <Screen to="/donateurs/oppositions">Oppositions</Screen> à qui ne
            plus écrire, et les décès&nbsp;: l’application ne connaît que ceux que vous y notez.
          </li>
          <li>
            Sur une liste, choisissez <Word on="/donateurs/liste">Préparer une sélection</Word>.
          </li>
          <li>
            Cochez ceux à qui ne pas écrire, puis <Word on="selection">Compter</Word>. Chaque case
            dit combien elle en retire. Les oppositions et les exclus sont toujours retirés.
          </li>
          <li>
            <Word on="selection">Télécharger la sélection (CSV)</Word> donne le fichier pour votre
            routeur ou votre outil d’e-mails.
          </li>
        </ol>
        <Picture of="selection">
          La liste, moins ceux que les cases retirent, font le fichier.
        </Picture>
        <p>
          L’application n’envoie rien elle-même. Chaque fichier de donateurs est noté au{' '}
          <Word on="exporté">Journal des exports</Word>, en bas d’
          <Screen to="/upload">Upload</Screen>. Après vos appels ou vos lettres,{' '}
          <Word on="fiche">Remercié</Word>, sur la fiche ou dans la liste, note qui l’a été.
        </p>
      </>
    ),
  },
]
