import { expect, test } from 'vitest'
import { analyser, chiffresDe, fichier, importer } from '../support/deposer'
import { propre } from '../support/ecrans'
import { find, getByRole, listByText } from '../support/html'
import { requete } from '../support/requete'

/** A sheet as French Excel saves it: Windows-1252, semicolons, decimal commas, CRLF; two lines are wrong. */
const FEUILLE = [
  'ID don;Id donateur;Date don;Montant;Code média;Code campagne;Remarque',
  'D-001;C1;31/12/2012;1 234,56 €;POSTAL;NOËL;',
  'D-002;C2;01/02/2012;12,50;WEB;VFL été;',
  'D-003;C2;15/03/2012;0,00;WEB;VFL été;promesse',
  'D-004;C3;02/01/12;20,00;SMS;NOËL;',
  'D-005;C3;02/01/2012;-50,00;SMS;NOËL;remboursé',
  'D-006;C3;02/01/2012;99,95;SMS;"L’œuvre; été";réglé',
].join('\r\n')

const inWindows1252 = (text: string) =>
  Buffer.from(
    text.replaceAll('€', '\u0080').replaceAll('’', '\u0092').replaceAll('œ', '\u009C'),
    'latin1',
  )

const visite = propre('vide')

test('un fichier d’Excel français est compris, importé et compté au centime', async () => {
  const file = fichier('Donations 2012.csv', inWindows1252(FEUILLE), 'application/vnd.ms-excel')
  const upload = await visite.ouvrir('/upload?onglet=donations')
  const preview = await analyser(visite, upload, 'donations', file)
  getByRole(preview.document, 'heading', 'Analyse du fichier')
  expect(chiffresDe(preview)).toEqual({
    'Total lignes': '6',
    'Donations valides': '3',
    'Donations à montant nul': '1',
    'Montant total': '1 347,01 €',
    Nouvelles: '4',
    Modifiées: '0',
    Inchangées: '0',
    'Doublons dans le fichier': '0',
    Rejetées: '2',
    'Donations sans fiche donateur': '4',
    Période: 'du 02/01/2012 au 31/12/2012',
    Délimiteur: 'point-virgule',
    Encodage: 'Windows-1252',
    'Ligne d’en-tête': '1',
    'Colonnes ignorées': 'Remarque',
  })
  expect(listByText(preview.document, /année sur deux chiffres/)).not.toHaveLength(0)

  const done = await importer(visite, preview, 'donations')
  expect(chiffresDe(done)).toEqual({
    'Lignes du fichier': '6',
    Insérées: '4',
    Modifiées: '0',
    Inchangées: '0',
    Doublons: '0',
    Rejetées: '2',
    'dont montant nul': '1',
    'Montant du fichier': '1 347,01 €',
    'Montant écrit': '1 347,01 €',
  })
  const stored = await requete(
    visite.databaseUrl,
    `select campaign_code, order_amount, order_date::text from donations where id = 'D-006'`,
  )
  expect(stored).toEqual({
    campaign_code: 'L’œuvre; été',
    order_amount: '99.95',
    order_date: '2012-01-02',
  })

  await expect
    .poll(
      async () => {
        const dashboard = await visite.ouvrir('/dashboard?annee=2012')
        return chiffresDe(dashboard, find(dashboard.document, 'main'))
      },
      { timeout: 30_000, interval: 200 },
    )
    .toEqual({
      'Total Donateurs': '3',
      'Total Donations': '3',
      'Montant Total': '1 347,01 €',
      'Don Moyen': '449,00 €',
    })
})
