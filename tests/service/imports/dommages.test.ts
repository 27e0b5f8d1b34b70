import { describe, expect, test } from 'vitest'
import { importFile, postFile, preview, upload, waitForImport } from '../../support/imports'
import { startService } from '../../support/service'

const { app, database } = await startService()

const COLUMNS = 'id;commande;montant;date;contact;media;campagne;origine;produit'
const MEDIA = ['POSTAL', 'WEB', 'SMS']
const cells = (id: number) => [
  `D${id}`,
  `${900 + id}`,
  '12,50',
  '2025-03-04',
  `${1000 + (id % 50)}`,
  MEDIA[id % 3] ?? '',
  id % 2 ? 'VFL2024' : 'NOEL2023',
  `O${id % 7}`,
  `P${id % 5}`,
]
/** The row without the delimiter after its cell `at`. */
const merged = (id: number, at: number) => {
  const row = cells(id)
  row.splice(at, 2, `${row[at]}${row[at + 1]}`)
  return row.join(';')
}
const completed = async (fichierId: string) =>
  (await app.inject(`/api/upload/apercu/${fichierId}?completer_lignes_courtes=1`)).json()

describe('des lignes auxquelles il manque un séparateur', () => {
  test('[0.1.0 D3] au milieu ne sont pas complétées, où qu’il manque', async () => {
    const whole = Array.from({ length: 100 }, (_, id) => cells(id).join(';'))
    const broken = Array.from({ length: 320 }, (_, id) => merged(1000 + id, id % 8))
    const apercu = await preview(app, 'donations', [COLUMNS, ...whole, ...broken].join('\n'))
    expect(apercu).toMatchObject({ lignes_courtes: 320, cellules_manquantes: { min: 1, max: 1 } })
    const filled = await completed(apercu.fichier_id)
    expect(filled).toMatchObject({ valid_donations: 100, rejets: 320 })
    const counted = filled.rejets_par_motif as { motif: string; nombre: number }[]
    expect(counted.reduce((sum, { nombre }) => sum + nombre, 0)).toBe(320)
    expect(
      counted.some(({ motif }) => /une cellule ne convient pas à sa colonne/.test(motif)),
    ).toBe(true)
    const id = await upload(app, 'donations', apercu.fichier_id, { completer_lignes_courtes: true })
    expect((await waitForImport(app, id)).resultat).toMatchObject({ inseres: 100, rejetes: 320 })
    const { rows } = await database.pool.query(
      `select count(*) as n from donations where length(id) = 5`,
    )
    expect(rows).toEqual([{ n: 0 }])
  })

  test('[0.1.0 D3] à la fin le sont, avec les codes connus de leur colonne', async () => {
    const whole = Array.from({ length: 20 }, (_, id) => cells(2000 + id).join(';'))
    const cut = Array.from({ length: 20 }, (_, id) =>
      cells(2100 + id)
        .slice(0, 5 + (id % 4))
        .join(';'),
    )
    const apercu = await preview(app, 'donations', [COLUMNS, ...whole, ...cut].join('\n'))
    expect(apercu).toMatchObject({ cellules_manquantes: { min: 1, max: 4 } })
    expect(await completed(apercu.fichier_id)).toMatchObject({ valid_donations: 40, rejets: 0 })
  })

  test('toutes de même le sont aussi quand aucune n’est entière', async () => {
    const cut = Array.from({ length: 5 }, (_, id) =>
      [...cells(3000 + id).slice(0, 5), `neuf${id}`].join(';'),
    )
    const apercu = await preview(app, 'donations', [COLUMNS, ...cut].join('\n'))
    expect(await completed(apercu.fichier_id)).toMatchObject({ valid_donations: 5, rejets: 0 })
  })

  test('[0.1.0 D3] dans un fichier de contacts se reconnaissent à ce que les cellules ont l’air d’être', async () => {
    const header = 'id;prenom;nom;ville;cp;email;tel;naissance;civilite;societe'
    const card = (id: string) => [
      id,
      'Anne',
      'Dupont',
      'Évreux',
      '27000',
      'a@b.fr',
      '0601020304',
      '01/02/1980',
      'Mme',
      'non',
    ]
    const lines = Array.from({ length: 9 }, (_, at) => {
      const row = card(`${at}`)
      row.splice(at, 2, `${row[at]}${row[at + 1]}`)
      return row.join(';')
    })
    const file = [header, card('100').join(';'), ...lines, card('101').slice(0, 7).join(';')].join(
      '\n',
    )
    const apercu = await preview(app, 'donateurs', file)
    expect(await completed(apercu.fichier_id)).toMatchObject({ valid_contacts: 2, rejets: 9 })
  })
})

describe('ce qu’un import dit d’un fichier', () => {
  test('[0.1.0 D1] qui n’a que son en-tête', async () => {
    const { message, resultat } = await importFile(app, 'donations', 'id;montant;date;contact\n')
    expect(message).toMatch(/^Ce fichier n’a que son en-tête.*rien n’a été importé/)
    expect(resultat?.total_rows).toBe(0)
  })

  test('[0.1.0 D5] dont toutes les lignes sont rejetées', async () => {
    const two = 'id;montant;date;contact\n1;x;2025-01-01;c\n2;5;;c\n'
    expect((await importFile(app, 'donations', two)).message).toMatch(
      /^Rien n’a été importé.*les 2 lignes du fichier sont toutes rejetées/,
    )
  })

  test('[0.1.0 D2, D4] sans les colonnes qu’il faut : celles de sa première ligne, et leurs autres noms', async () => {
    const file = 'Recu;Somme;Jour;Personne\n1;12,50;2025-01-01;c1;a;b\n2;3;2025-01-01;c2;a;b;c\n'
    const { detail } = (await postFile(app, 'donations', 'preview', file)).json()
    expect(detail).toContain(
      '« Recu », « Somme », « Jour », « Personne »'.replaceAll(/« | »/g, (one) =>
        one.replace(' ', '\u00a0'),
      ),
    )
    expect(detail).toMatch(/«\sorder_amount\s» \(ou amount, montant, montant_don\)/)
    expect(detail).toMatch(/séparateur/)
    expect(detail).not.toContain('12,50')
  })

  test('[0.1.0 D2] dont un titre précède les colonnes', async () => {
    const file = 'Export\n\nRecu;Somme;Jour\n1;2;3\n'
    const { detail } = (await postFile(app, 'donations', 'preview', file)).json()
    expect(detail).toMatch(/«\sRecu\s», «\sSomme\s», «\sJour\s»/)
  })
})

describe('un octet nul dans l’en-tête', () => {
  test('[0.1.0 C] n’empêche rien : la colonne est ignorée', async () => {
    const apercu = await preview(
      app,
      'donations',
      'id;montant;date;contact;a\0b\n1;5;2025-01-01;c;x\n',
    )
    expect(apercu.detecte.colonnes_ignorees).toEqual(['a\ufffdb'])
    const csv = await app.inject(`/api/upload/rejets/${apercu.fichier_id}.csv`)
    expect(csv.statusCode).toBe(200)
  })
})

test('[0.1.0 C] une somme qu’un nombre ne tient plus au centime est refusée, la plus grande d’avant est juste', async () => {
  const H = 'id;montant;date;contact\n'
  const lines = Array.from({ length: 70 }, (_, id) => `G${id};999999999999,99;2025-01-01;c\n`)
  const most = H + lines.join('') + 'H;368744177664,70;2025-01-01;c\n'
  const apercu = await preview(app, 'donations', most)
  expect(apercu.montant_total.toFixed(2)).toBe('70368744177664.00')
  expect((await importFile(app, 'donations', most)).resultat).toMatchObject({ inseres: 71 })
  const more = await postFile(app, 'donations', 'preview', `${most}I;0,01;2025-01-01;c\n`)
  expect(more.statusCode).toBe(422)
  expect(more.json().detail).toMatch(/plus de 70\s000\smilliards/)
})
