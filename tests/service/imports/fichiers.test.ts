import { expect, test } from 'vitest'
import { compter, demanderImport, depose, importerOutil } from '../../support/fichiers-outil'
import { waitForImport } from '../../support/imports'
import { startService } from '../../support/service'

const { app, database } = await startService()
const { db } = database

const HELLOASSO = [
  'Référence commande;Date de la commande;Statut de la commande;Nom payeur;Prénom payeur;Email payeur;Raison sociale;Moyen de paiement;Tarif;Montant tarif;Code Promo;Montant code promo;Montant T-shirt',
  '1001;05/03/2025 10:12;Validé;DURAND;Anne;anne@exemple.org;;Carte;Adhésion;20,00;;;',
  '1001;05/03/2025 10:12;Validé;DURAND;Anne;anne@exemple.org;;Carte;Don;50,00;;;12,00',
  '1002;06/03/2025 09:00;Validé;MARTIN;Paul;paul@exemple.org;;Carte;Don;30,00;DEDUC;5,00;',
  '1003;07/03/2025 09:00;Validé;;;contact@acme.fr;ACME;Carte;Don;100,00;;;',
].join('\r\n')

test('un export de HelloAsso devient des donateurs et des dons', async () => {
  const file = await depose(app, HELLOASSO, 'export-paiements.csv')
  expect(file.modeles).toMatchObject([{ id: 'helloasso', etat: 'reconnu' }])
  const { lecture } = file
  if (!lecture) throw new Error('no reading')
  expect(lecture.montant).toEqual({
    plus: ['Montant tarif', 'Montant T-shirt'],
    moins: ['Montant code promo'],
  })
  const { compte, empreinte, apercu } = await compter(app, file.fichier_id, lecture)
  console.log(JSON.stringify(compte, null, 1), JSON.stringify(apercu[0]))
  const answer = await demanderImport(app, file.fichier_id, {
    lecture,
    empreinte,
    modele: 'helloasso',
  })
  console.log(answer.body)
  const status = await waitForImport(app, file.fichier_id)
  console.log(JSON.stringify(status))
  console.log(
    await db.selectFrom('donations').selectAll().execute(),
    await db.selectFrom('donateurs').selectAll().execute(),
  )
  const again = await importerOutil(app, HELLOASSO, lecture)
  console.log(JSON.stringify(again))
  expect(again.status.resultat).toMatchObject({ inseres: 0, modifies: 0 })
})
