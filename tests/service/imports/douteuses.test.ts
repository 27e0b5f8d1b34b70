import { expect, test } from 'vitest'
import { compter, demanderImport, depose } from '../../support/fichiers-outil'
import { waitForImport } from '../../support/imports'
import { startService } from '../../support/service'

const { app, database } = await startService()

/** Euros of the stored gifts under a prefix. */
const stockes = async (prefixe: string) =>
  (
    await database.db
      .selectFrom('donations')
      .select('order_amount')
      .where('id', 'like', `${prefixe}-%`)
      .execute()
  ).reduce((sum, { order_amount }) => sum + order_amount, 0)

test('des lignes de total ne comptent pas, aussi avec « Donateur anonyme »', async () => {
  const csv = [
    'Date;Nom;Prénom;Email;Code postal;Montant',
    '05/01/2025;Alba;Rose;rose@exemple.fr;44000;50,00',
    '20/01/2025;Brun;Paul;paul@exemple.fr;35000;30,00',
    '31/01/2025;Total janvier;;;;80,00',
    '03/02/2025;Clair;Ana;ana@exemple.fr;29000;20,00',
    '28/02/2025;Total février;;;;20,00',
    ';TOTAL GENERAL;;;;100,00',
  ].join('\n')
  const file = await depose(app, csv, 'sous-totaux.csv')
  if (!file.lecture) throw new Error('no reading is proposed')
  const lecture = {
    ...file.lecture,
    cle: 'contact_jour_montant' as const,
    sans_identite: 'anonyme' as const,
    prefixe: 'TOT',
  }
  const { compte, empreinte, apercu } = await compter(app, file.fichier_id, lecture)
  expect(compte.dons).toMatchObject({ total: 3, montant: 100 })
  expect(compte.montants).toMatchObject({ lues: 300, dons: 100, rejets: 200 })
  expect(compte.rejets_par_motif).toMatchObject([{ nombre: 3, lignes: [4, 6, 7] }])
  expect(apercu[2]?.raison).toMatch(/^La ligne est un total, un sous-total/)
  await demanderImport(app, file.fichier_id, { lecture, empreinte })
  await waitForImport(app, file.fichier_id)
  expect(await stockes('TOT')).toBe(100)
})
