import { describe, expect, test, vi } from 'vitest'
import { lire } from '../../support/lecture'

vi.setConfig({ testTimeout: 30_000 })

const HEADER = 'id;montant;date;contact;campagne'
const file = (...lines: string[]) => [HEADER, ...lines].join('\n')
const ids = (rows: Record<string, string | null>[]) => rows.map((row) => row['id'])
const motifs = ({ rejets }: ReturnType<typeof lire>) =>
  rejets.map(({ ligne, motif }) => `${ligne} ${motif}`)

describe('une ligne de don', () => {
  test('rend sans son apostrophe le texte que nos exports gardent d’être une formule', () => {
    const { lignes } = lire(
      'donations',
      file("1;5;2025-01-01;c;'=1+1", "2;5;2025-01-01;c;'-A1", "3;5;2025-01-01;c;'s-Hertogenbosch"),
    )
    expect(lignes.map((row) => row['campaign_code'])).toEqual(['=1+1', '-A1', "'s-Hertogenbosch"])
  })

  test('est lue telle qu’écrite', () => {
    const { lignes } = lire('donations', file('1;12,5;31/12/2025; c1 ;"VFL ""été"""'))
    expect(lignes).toEqual([
      {
        id: '1',
        order_amount: '12.50',
        order_date: '2025-12-31',
        contact_id: 'c1',
        campaign_code: 'VFL "été"',
      },
    ])
  })

  test.each([
    [';5;2025-01-01;c;', 'id_absent'],
    ['1;5;2025-01-01;;', 'contact_absent'],
    ['1;;2025-01-01;c;', 'montant_absent'],
    ['1;nan;2025-01-01;c;', 'montant_absent'],
    ['1;x;2025-01-01;c;', 'montant_illisible'],
    ['1;1,234;2025-01-01;c;', 'montant_ambigu'],
    ['1;-1;2025-01-01;c;', 'montant_negatif'],
    ['1;5;;c;', 'date_absente'],
    ['1;5;2025-02-30;c;', 'date_illisible'],
    ['1;5;31/12/1899;c;', 'date_trop_ancienne'],
    ['1;5;22/11/2026;c;', 'date_future'],
    ['1;5;2025-01-01;c', 'champs_manquants'],
    ['1;5;2025-01-01;c;;', 'champs_en_trop'],
    ['1,23E+12;5;2025-01-01;c;', 'id_scientifique'],
    ['"1e+21";5;2025-01-01;c;', 'id_scientifique'],
    ['1;5;2025-01-01;4.5E6;', 'id_scientifique'],
    ['1;5;2025-01-01;c;"VFL', 'guillemet_ouvert'],
    ['1;5;2025-01-01;c;"VFL"x', 'guillemet_mal_place'],
    [`${'9'.repeat(201)};5;2025-01-01;c;`, 'id_invalide'],
    [`1;5;2025-01-01;c;${'x'.repeat(501)}`, 'code_trop_long'],
    ['1;5;2025-01-01;c;a\0b', 'texte_illisible'],
  ])('%j est rejetée, ses voisines sont lues', (line, motif) => {
    const read = lire('donations', file('a;1;2025-01-01;c;', line, 'b;2;2025-01-01;c;'))
    expect(motifs(read)).toEqual([`3 ${motif}`])
    expect(ids(read.lignes)).toEqual(['a', 'b'])
    expect(read.lecture).toMatchObject({ total: 3, valides: 2, rejets: 1 })
  })

  test('peut être datée de demain, et du premier jour de 1900', () => {
    const read = lire('donations', file('1;5;21/11/2026;c;', '2;5;1900-01-01;c;'))
    expect(read.lecture).toMatchObject({
      valides: 2,
      premierJour: 1900_01_01,
      dernierJour: 2026_11_21,
    })
  })

  test('sans id prend son numéro de commande', () => {
    const both = 'id;commande;montant;date;contact\n;A7;5;2025-01-01;c\n8;A8;5;2025-01-01;c'
    expect(ids(lire('donations', both).lignes)).toEqual(['A7', '8'])
    const only = 'commande;montant;date;contact\nA7;5;2025-01-01;c'
    expect(lire('donations', only).lignes).toMatchObject([{ id: 'A7', order_id: 'A7' }])
  })

  test('à zéro euro compte à part', () => {
    const read = lire(
      'donations',
      file('1;0;2025-01-01;c;', '2;0.004;2025-01-01;c;', '3;1;2025-01-01;c;'),
    )
    expect(read.lecture).toMatchObject({ total: 3, valides: 1, zeros: 2, rejets: 0, centimes: 100 })
  })
})

describe('un guillemet isolé', () => {
  test('n’avale pas ses voisines, même quand un autre le referme plus loin', () => {
    const read = lire(
      'donations',
      file(
        '1;5;2025-01-01;c;"a',
        '2;5;2025-01-01;c;b',
        '3;5;2025-01-01;c;"d"',
        '4;5;2025-01-01;c;e',
      ),
    )
    expect(motifs(read)).toEqual(['2 guillemet_ouvert'])
    expect(ids(read.lignes)).toEqual(['2', '3', '4'])
  })

  test('n’avale pas sa voisine quand la paire forme une ligne d’apparence juste', () => {
    const read = lire(
      'donations',
      file('1;5;2025-01-01;"c;x', '2;5;2025-01-01;d";y', '3;5;2025-01-01;e;z'),
    )
    expect(motifs(read)).toEqual(['2 guillemet_ouvert'])
    expect(read.lignes.map((row) => row['contact_id'])).toEqual(['d"', 'e'])
  })

  test('au milieu d’un champ est un caractère comme un autre', () => {
    const read = lire('donations', file('1;5;2025-01-01;c;tube 5" vert'))
    expect(read.lignes[0]?.['campaign_code']).toBe('tube 5" vert')
  })

  test('dont la ligne passe mais dont une valeur est fausse ne coûte que sa première ligne', () => {
    const read = lire('donations', file('1;5;2025-01-01;"c', 'd";x', '2;5;2025-01-01;c;'))
    expect(motifs(read)).toEqual(['2 id_invalide', '3 champs_manquants'])
    expect(ids(read.lignes)).toEqual(['2'])
  })

  test('à chaque ligne ne fait pas relire le fichier sans fin', () => {
    const lines = Array.from({ length: 60_000 }, (_, index) => `${index};5;2025-01-01;c;"a""b`)
    const read = lire('donations', file(...lines))
    expect(read.lecture).toMatchObject({ total: 60_000, rejets: 60_000 })
  })
})

describe('les lignes', () => {
  test('peuvent s’achever par LF, CR et CRLF mêlés, blanches passées, numéros justes', () => {
    const text = `${HEADER}\r\n\r\n1;5;2025-01-01;c;"a\r\nb\nc\rd"\r2;5;2025-01-01;c;\n\r\n   \n3;x;2025-01-01;c;\r\r4;5;2025-01-01;c;`
    for (const sizes of [[1], [2, 3], [65_536]]) {
      const read = lire('donations', text, { sizes })
      expect(ids(read.lignes)).toEqual(['1', '2', '4'])
      expect(read.lignes[0]?.['campaign_code']).toBe('a\r\nb\nc\rd')
      expect(motifs(read)).toEqual(['10 montant_illisible'])
    }
  })

  test('trop longues sont rejetées sans être gardées en mémoire', () => {
    const long = `1;5;2025-01-01;c;${'x'.repeat(3_000_000)}`
    const read = lire('donations', file(long, '2;5;2025-01-01;c;'))
    expect(motifs(read)).toEqual(['2 ligne_trop_longue'])
    expect(read.rejets[0]?.texte.length).toBeLessThan(100_000)
    expect(ids(read.lignes)).toEqual(['2'])
  })

  test.each([65_536, 4 * 1024 * 1024])(
    'trop longue est rejetée même faite de séparateurs seuls, par morceaux de %i octets',
    (size) => {
      const text = file('1;5;2025-01-01;c;', ';'.repeat(1_000_000), '2;5;2025-01-01;c;')
      const read = lire('donations', text, { sizes: [size] })
      expect(ids(read.lignes)).toEqual(['1', '2'])
      expect(motifs(read)).toEqual(['3 ligne_trop_longue'])
    },
  )

  test('dont les octets ne vont pas avec l’encodage sont rejetées seules', () => {
    // More lines than are looked at before the first is read.
    const lines = Array.from({ length: 40 }, (_, at) => `${at};5;2025-01-01;c;é`)
    for (const suite of ['', ' et la suite']) {
      const bytes = Buffer.concat([
        Buffer.from(file(...lines, 'x;5;2025-01-01;c;')),
        Buffer.from([0xe9]),
        Buffer.from(`${suite}\ny;5;2025-01-01;c;è`),
      ])
      // Whole, and cut before and after what is no text.
      const cut = bytes.indexOf(0xe9)
      for (const sizes of [[bytes.length], [cut - 1, bytes.length], [cut + 5, bytes.length], [1]]) {
        const read = lire('donations', bytes, { sizes })
        expect(motifs(read), sizes.join()).toEqual(['42 texte_illisible'])
        expect(ids(read.lignes), sizes.join()).toEqual([...lines.keys(), 'y'].map(String))
      }
    }
  })
})

describe('les clés répétées', () => {
  test('attendent à part avec leur ligne, la première reste à sa place', () => {
    const read = lire(
      'donations',
      file('1;5;2025-01-01;c;a', '2;5;2025-01-01;c;', '1;6;2025-01-01;c;b'),
    )
    expect(ids(read.lignes)).toEqual(['1', '2'])
    expect(read.reprises).toMatchObject([
      { ligne: '4', courte: 'f', id: '1', order_amount: '6.00' },
    ])
  })
})

test('les lignes de séparateurs, d’espaces ou de cellules vides n’en sont pas', () => {
  const blank = [';;;;', ';', ' ; ;\t; ; ', '"";"";"";"";""', ';'.repeat(40), '   ']
  const read = lire('donations', file('1;5;2025-01-01;c;', ...blank, '2;x;2025-01-01;c;'))
  expect(read.lecture).toMatchObject({ total: 2, valides: 1, courtes: 0 })
  expect(motifs(read)).toEqual([`${blank.length + 3} montant_illisible`])
  const more = lire('donations', file('1;5;2025-01-01;c;', `${';'.repeat(40)}x`))
  expect(motifs(more)).toEqual(['3 champs_en_trop'])
})

describe('les rejets gardés', () => {
  test('[0.1.0 B8] sont les premiers, tous sont comptés, et chaque motif a ses exemples', () => {
    const text = `${HEADER}\n${'"\n'.repeat(120_000)}1;x;2025-01-01;c;\n`
    const read = lire('donations', text)
    expect(read.lecture).toMatchObject({
      total: 120_001,
      rejets: 120_001,
      rejetsGardes: 50_001,
      motifs: { guillemet_ouvert: 120_000, montant_illisible: 1 },
    })
    expect(read.rejets).toHaveLength(50_001)
    expect(read.rejets.at(-1)).toMatchObject({ ligne: 120_002, motif: 'montant_illisible' })
  })

  test('[0.1.0 B8] ne pèsent pas plus qu’une mesure', () => {
    const long = `1;x;2025-01-01;c;${'y'.repeat(60_000)}`
    const read = lire('donations', file(...Array.from({ length: 800 }, () => long)))
    expect(read.lecture.rejets).toBe(800)
    expect(read.lecture.rejetsGardes).toBeLessThan(600)
  })
})

describe('les lignes courtes', () => {
  test('sont rejetées, et gardées telles qu’elles sont une fois complétées', () => {
    const read = lire('donations', file('1;5;2025-01-01;c', '2;x;2025-01-01;c', '3;0;2025-01-01;c'))
    expect(read.rejets.map(({ motif, complete }) => [motif, complete])).toEqual([
      ['champs_manquants', 'valide'],
      ['champs_manquants', 'montant_illisible'],
      ['champs_manquants', 'valide'],
    ])
    expect(read.reprises.map((row) => [row['courte'], row['id']])).toEqual([
      ['t', '1'],
      ['t', '3'],
    ])
    expect(read.lecture).toMatchObject({
      total: 3,
      rejets: 3,
      courtes: 3,
      courtesValides: 2,
      courtesZeros: 1,
      courtesCentimes: 500,
    })
  })
})

test('une ligne courte est déplacée dès qu’une cellule n’a pas l’air de sa colonne', () => {
  const text = 'contact_id;code postal;ville;email\nc1;12345-6789;Reno\nc2;12345-67890;Reno\n'
  const { rejets } = lire('donateurs', text)
  expect(rejets.map(({ complete }) => complete)).toEqual(['valide', 'cellule_deplacee'])
})

test('un contact est lu avec tous ses champs', () => {
  const { lignes } = lire(
    'donateurs',
    'id_contact,prénom,NOM,Ville,CP,e-mail,Téléphone,naissance,civilité,société\n12.0,Anne,Null,Évreux,01000,a@b.fr,0601020304,01/02/1980,Mme,non\n',
  )
  expect(lignes).toEqual([
    {
      contact_id: '12',
      firstname: 'Anne',
      lastname: 'Null',
      city: 'Évreux',
      zip: '01000',
      email: 'a@b.fr',
      phone: '0601020304',
      birthdate: '1980-02-01',
      civility: 'Mme',
      is_company: 'f',
    },
  ])
})

describe('ce que des logiciels ajoutent', () => {
  test('les séparateurs en trop de toutes les lignes ne sont pas des champs', () => {
    const rows = ['1;12,50;31/12/2025;c1;A;;', '2;5;01/01/2026;c2;;;']
    const { lignes, rejets } = lire('donations', file(...rows))
    expect([ids(lignes), rejets]).toEqual([['1', '2'], []])
    // One that is filled, or that one row alone has, may be a cell that moved.
    expect(motifs(lire('donations', file('1;12,50;31/12/2025;c1;A;x;', ...rows)))).toEqual([
      '2 champs_en_trop',
      '3 champs_en_trop',
      '4 champs_en_trop',
    ])
    expect(motifs(lire('donations', file('1;12,50;31/12/2025;c1;A', ...rows)))).toHaveLength(2)
    const { lignes: fiches } = lire('donateurs', 'contact_id;nom\nc1;Durand;;;\nc2;Petit;;;\n')
    expect(fiches).toHaveLength(2)
  })

  test('="0012" est 0012, sous les deux onglets', () => {
    const kept = (text: string) => `"=""${text}"""`
    const { lignes } = lire(
      'donations',
      file(`${kept('0012')};${kept('50,00')};2025-01-05;${kept('07')};`),
    )
    expect(lignes).toMatchObject([{ id: '0012', order_amount: '50.00', contact_id: '07' }])
    const { lignes: fiches } = lire(
      'donateurs',
      `contact_id;nom;code postal\n=07;Durand;${kept('01000')}\n`,
    )
    expect(fiches).toMatchObject([{ contact_id: '07', zip: '01000' }])
  })

  test.each(['2025', '2025-01', '01/2025', 'janv-25', 'janvier 2025'])(
    '« %s » n’a pas de jour, et le motif dit les deux façons d’en avoir un',
    (date) => {
      expect(motifs(lire('donations', file(`1;5;${date};c;`)))).toEqual(['2 date_partielle'])
    },
  )
})
