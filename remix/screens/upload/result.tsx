import type { ResultatImport } from '#contract/imports'
import { citer, formatCount, formatMoney } from '#figures/format'
import { Facts } from '../../ui/facts'
import type { ImportStatus } from './import-status.server'
import { rejectsPath } from './paths'
import { downloadOf } from './words'

/** Of one file of gifts and donors: the gifts first, then the cards. */
function resultOfBoth(
  resultat: ResultatImport,
  { donateurs, mis_a_zero, lignes }: NonNullable<ImportStatus['outil']>,
): [string, string][] {
  const always: [string, number][] = [
    ...(lignes === null ? [] : [['Lignes du fichier', lignes] satisfies [string, number]]),
    ['Nouveaux dons', resultat.inseres],
    ['Dons modifiés', resultat.modifies],
    ['Dons inchangés', resultat.inchanges],
    ['Nouveaux donateurs', donateurs?.inseres ?? 0],
    ['Fiches modifiées', donateurs?.modifies ?? 0],
    ['Fiches inchangées', donateurs?.inchanges ?? 0],
  ]
  const perhaps: [string, number][] = [
    ['Dons mis à 0\u00A0€', mis_a_zero],
    ['Lignes rejetées', resultat.rejetes],
  ]
  return [...always, ...perhaps.filter(([, count]) => count > 0)].map(([label, count]) => [
    label,
    formatCount(count),
  ])
}

/** Of a file of donors or of gifts. */
function resultOfOne({ type }: ImportStatus, resultat: ResultatImport): [string, string][] {
  const figures: [string, string][] = [
    ['Lignes du fichier', formatCount(resultat.total_rows)],
    ['Insérées', formatCount(resultat.inseres)],
    ['Modifiées', formatCount(resultat.modifies)],
    ['Inchangées', formatCount(resultat.inchanges)],
    ['Doublons', formatCount(resultat.doublons)],
    ['Rejetées', formatCount(resultat.rejetes)],
  ]
  if (type === 'donations')
    figures.push(
      ['dont montant nul', formatCount(resultat.zeros)],
      ['Montant du fichier', formatMoney(resultat.montant_fichier)],
      ['Montant écrit', formatMoney(resultat.montant_ecrit)],
    )
  return figures
}

/** What an import did with its rows, and the file of those that it rejected. */
export function Result({ status, resultat }: { status: ImportStatus; resultat: ResultatImport }) {
  const { outil } = status
  return (
    <>
      <Facts figures={outil ? resultOfBoth(resultat, outil) : resultOfOne(status, resultat)} />
      {outil?.modele && (
        <p className="mention">
          Lu avec le modèle {citer(outil.modele.nom)}, version {outil.modele.version}.
        </p>
      )}
      {resultat.rejetes > 0 && (
        <p className="download">
          <a href={rejectsPath(status.fichier_id)} download>
            {downloadOf(resultat.rejets_gardes, resultat.rejetes)}
          </a>
        </p>
      )}
    </>
  )
}
