import { expect, test } from 'vitest'
import { importFile, preview } from '../../support/imports'
import { startService } from '../../support/service'

const { app } = await startService()

const rejets = async (id: string) => {
  const answer = await app.inject(`/api/upload/rejets/${id}.csv`)
  expect(answer.statusCode).toBe(200)
  return answer
}

test('les rejets se téléchargent, se corrigent et s’importent à nouveau', async () => {
  const file =
    'id,montant,date,contact,note\n1,"10,5",2025-01-01,c1,"a; ""b"""\n2,-5,2025-01-01,c2,=1+1\n3,5,2025-01-01,,x\n4,6,2025-01-01,c4,\n'
  const first = await importFile(app, 'donations', file)
  expect(first.resultat).toMatchObject({ inseres: 2, rejetes: 2 })

  const answer = await rejets(first.upload_id)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.body).toBe(
    '\ufeffLigne du fichier;Motif du rejet;id;montant;date;contact;note\r\n' +
      "3;Le montant est négatif.;2;-5;2025-01-01;c2;'=1+1\r\n" +
      '4;L’identifiant du contact manque.;3;5;2025-01-01;;x\r\n',
  )
  const corrected = answer.body.replace(';-5;', ';5;').replace(';;x', ';c3;x')
  expect((await importFile(app, 'donations', corrected)).resultat).toMatchObject({
    inseres: 2,
    rejetes: 0,
    montant_ecrit: 10,
  })
})

test('les rejets d’un fichier en attente se téléchargent aussi, guillemets compris', async () => {
  const apercu = await preview(
    app,
    'donations',
    'id;montant;date;contact\n1;5;2025-01-01;"c\n2;x;2025-01-01;"a;b"\n',
  )
  expect((await rejets(apercu.fichier_id)).body.split('\r\n').slice(1)).toEqual([
    '2;Un guillemet s’ouvre sur cette ligne et ne se referme jamais.;1;5;2025-01-01;"""c"',
    '3;Le montant n’est pas lisible.;2;x;2025-01-01;"a;b"',
    '',
  ])
})

test('un montant négatif rejeté se retrouve tel quel, une formule devient du texte', async () => {
  const apercu = await preview(
    app,
    'donations',
    'id;montant;date;contact\n=1+1;-50,00;2025-01-01;c\n2;-1 234,50 €;2025-01-01;+c\n',
  )
  const [, first, second] = (await rejets(apercu.fichier_id)).body.split('\r\n')
  expect(first).toBe("2;Le montant est négatif.;'=1+1;-50,00;2025-01-01;c")
  expect(second).toBe("3;Le montant est négatif.;2;-1 234,50 €;2025-01-01;'+c")
})

test('un identifiant inconnu ou mal formé est introuvable', async () => {
  for (const id of ['inconnu', '6b548a17-1dd5-450d-a3d5-effbf5c49831'])
    expect((await app.inject(`/api/upload/rejets/${id}.csv`)).statusCode).toBe(404)
})
