import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Fichier } from '#contract/fichiers'
import { ChampFichier, type Colonne, LectureFichier, Sort } from '#contract/lecture'
import { normalise } from '#files/entetes'
import { readDraft, writeDraft } from '../../../remix/screens/upload/fichier/draft.server'
import { changedBy, elsewhere, fateField } from '../../../remix/screens/upload/fichier/form.server'
import { draftOf, lectureOf } from '../../../remix/screens/upload/fichier/lecture.server'
import { isRole, ROLES } from '../../../remix/screens/upload/fichier/words'
import { trouverEntete } from '../../../service/imports/fichiers/entete'
import { colonnesDuModele, reconnaitre } from '../../../service/imports/fichiers/reconnaitre'
import { MODELES_LIVRES } from '../../../service/imports/modeles'
import { tirages } from '../../support/hasard'
import { HOSTILE } from '../../support/hostile'

const FICHIERS = 'tests/support/modeles'

const NAMES = ['Montant', 'MONTANT ', 'Date', 'E-mail', 'email', '', ' ', '_', 'Nom', ...HOSTILE]

const fichierDe = (noms: readonly string[], lecture: LectureFichier | null): Fichier => ({
  fichier_id: 'f',
  filename: 'f.csv',
  taille: 1,
  upload_id: null,
  feuilles: [],
  feuille: null,
  ligne_entete: 1,
  colonnes: noms.map((nom, at) => ({
    place: at + 1,
    nom,
    remplissage: 100,
    exemples: [],
    propose: null,
    suppose: false,
    jours: null,
  })),
  modeles: [],
  precedent: null,
  lecture,
})

/** What a reading calls a column: its name where no other has it, else its place. */
function nomDe(noms: readonly string[], place: number): Colonne {
  const key = normalise((noms[place - 1] ?? '').trim())
  const alike = noms.filter((nom) => normalise(nom.trim()) === key)
  return key === '' || alike.length > 1 ? place : (noms[place - 1] ?? '').trim()
}

const fates = fc.dictionary(
  fc.oneof(fc.string({ maxLength: 30 }), fc.constantFrom(...HOSTILE, '', 'Validé\r\nou non')),
  fc.constantFrom(...Sort.options),
  { maxKeys: 8 },
)

/** A file's columns, repeated and nameless ones too, and a reading of them as a model might hold it. */
const readings = fc
  .record({
    noms: fc.array(fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 20 })), {
      minLength: 14,
      maxLength: 40,
    }),
    plus: fc.integer({ min: 1, max: 3 }),
    moins: fc.integer({ min: 0, max: 2 }),
    sorts: fc.array(fates, { maxLength: 3 }),
    isSummed: fc.boolean(),
    jours: fc.constantFrom(...LectureFichier.shape.jours.options),
    jour: fc.constantFrom({}, { jour_constant: '31/12' }),
  })
  .map(({ noms, plus, moins, sorts, isSummed, jours, jour }) => {
    let place = 0
    const next = () => nomDe(noms, ++place)
    const many = (count: number) => Array.from({ length: count }, next)
    const email = next()
    const product = next()
    const lecture: LectureFichier = {
      ligne_entete: 1,
      colonnes: {
        order_date: next(),
        order_id: next(),
        lastname: next(),
        email,
        product_code: product,
      },
      montant: { plus: many(plus), moins: many(moins) },
      constantes: { codemedia_code: 'WEB' },
      // A column may be a field and decide, too.
      sorts: sorts.map((valeurs, at) => ({ colonne: at === 0 ? product : next(), valeurs })),
      cle: isSummed ? 'commande_et_jour' : { colonne: nomDe(noms, 4) },
      identite: ['email_et_nom'],
      sans_identite: 'anonyme',
      fuseau: 'UTC',
      jours,
      ...jour,
      prefixe: 'HA',
    }
    return { noms, lecture }
  })

const headOf = (file: string) =>
  Buffer.from(readFileSync(`${FICHIERS}/${file}`, 'utf8').replace(/^\uFEFF/, ''))

/** In whatever order columns add up and decide. */
const inOrder = ({ sorts, montant, ...others }: LectureFichier) => ({
  ...others,
  plus: new Set(montant.plus),
  moins: new Set(montant.moins),
  sorts: new Map(sorts.map(({ colonne, valeurs }) => [colonne, valeurs])),
})

describe('Une lecture sur la page', () => {
  test('sort de l’adresse comme elle y est entrée, colonnes répétées, sans nom et hostiles comprises', () => {
    fc.assert(
      fc.property(readings, fc.boolean(), ({ noms, lecture }, isOfLastImport) => {
        const precedent = isOfLastImport ? { nom: 'a.csv', le: '2026-01-01T00:00:00Z' } : null
        const fichier = { ...fichierDe(noms, lecture), precedent }
        const modele = isOfLastImport ? undefined : 'm'
        const written = writeDraft(draftOf(fichier, modele))
        const draft = readDraft(written)
        expect(draft?.modele).toBe(modele)
        if (!draft) throw new Error('no draft')
        expect(lectureOf(draft, fichier.colonnes)).toEqual({
          // What JSON and zod both leave out of a dictionary stands in no reading.
          lecture: LectureFichier.parse(JSON.parse(JSON.stringify(lecture))),
        })
      }),
      { numRuns: tirages(300) },
    )
  })

  test('est celle de chaque modèle fourni, sur chacun de ses fichiers, à rien près', () => {
    const known = new Set(MODELES_LIVRES.flatMap(colonnesDuModele))
    const read = readdirSync(FICHIERS).filter((file) => file.endsWith('.csv'))
    const tried = read.flatMap((file) => {
      const { noms, ligne } = trouverEntete(headOf(file), known)
      return MODELES_LIVRES.flatMap((modele) => {
        const at = { ligne_entete: ligne, feuille: '' }
        const { lecture = null, etat } = reconnaitre(modele, noms, at) ?? {}
        if (!lecture || etat !== 'reconnu') return []
        const fichier = { ...fichierDe(noms, lecture), ligne_entete: ligne }
        const draft = readDraft(writeDraft(draftOf(fichier, modele.id)))
        const back = draft && lectureOf(draft, fichier.colonnes)
        if (!back || 'faults' in back) throw new Error(`${file}: ${back?.faults.join(' ')}`)
        expect(inOrder(back.lecture), file).toEqual(inOrder(lecture))
        return [modele.id]
      })
    })
    expect(new Set(tried)).toEqual(new Set(MODELES_LIVRES.map(({ id }) => id)))
  })

  test('une adresse que personne n’a écrite ne se lit pas, et n’arrête rien', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String({ maxLength: 400 })), (text) => {
        const draft = readDraft(text)
        if (draft) expect(readDraft(writeDraft(draft))).toEqual(draft)
      }),
      { numRuns: tirages(300) },
    )
    expect(readDraft('a'.repeat(100_000))).toBeNull()
  })

  test('trop de valeurs longues ne tiennent pas dans l’adresse : elle le dit au lieu de les perdre', () => {
    const draft = draftOf(fichierDe(['a'], null), undefined)
    const long = Array.from({ length: 200 }, (_, at) => [
      Array.from({ length: 30 }, (__, of) => ((at + 7) * (of + 13) * 7919).toString(36)).join(''),
      'compte' as const,
    ])
    expect(writeDraft({ ...draft, valeurs: { 1: Object.fromEntries(long) } })).toBeNull()
  })
})

describe('Un formulaire de la page', () => {
  const before = draftOf(fichierDe(['a', 'b', 'c'], null), undefined)

  test('décide d’une valeur, quelle qu’en soit l’écriture, et la rend indécise', () => {
    for (const written of [...HOSTILE, '', 'é\r\nè', 'a-b', 'constructor', 'toString']) {
      // No object has a key of that name; with a blank it is the same value.
      const value = written.replace(/^__proto__$/, ' __proto__')
      for (const [chosen, kept] of [
        ['rembourse', { [value]: 'rembourse' }],
        ['', {}],
        ['autre', {}],
      ] as const) {
        const form = new FormData()
        form.set(fateField(2, written), chosen)
        const draft = { ...before, valeurs: { 2: { [value]: 'compte' as const } } }
        const after = changedBy(form, draft)
        expect(after.valeurs[2], value).toEqual(kept)
        expect(readDraft(writeDraft(after))).toEqual(after)
      }
    }
  })

  test('garde ce que sont les colonnes s’il n’en parle pas, et ne prend que des choix connus', () => {
    const kept = { ...before, roles: { 1: ['plus' as const] } }
    expect(changedBy(new FormData(), kept)).toEqual(kept)
    const form = new FormData()
    for (const [name, value] of [
      ['cle', '3'],
      ['colonne-1', 'moins'],
      ['colonne-2', '__proto__'],
      ['colonne-3', 'product_code'],
      ['decide-3', '1'],
      ['jours', 'hier'],
      ['prefixe', ' ha '],
    ] as const)
      form.set(name, value)
    expect(changedBy(form, kept)).toMatchObject({
      roles: { 1: ['moins'], 3: ['product_code', 'sort'] },
      cle: 3,
      identite: [],
      jours: 'auto',
      prefixe: 'HA',
    })
  })

  test('une colonne qui ne décide de rien garde ce qu’elle est d’autre', () => {
    const draft = {
      ...before,
      roles: {
        1: ['plus' as const],
        2: ['sort' as const],
        3: ['product_code' as const, 'sort' as const],
      },
      valeurs: { 2: { Don: 'compte' as const }, 3: { Billet: 'ne_compte_pas' as const } },
    }
    const form = new FormData()
    form.set('sort-rien', '2')
    form.set(fateField(3, 'Don'), 'compte')
    expect(changedBy(form, draft)).toMatchObject({
      roles: { 1: ['plus'], 3: ['product_code', 'sort'] },
      valeurs: { 3: { Billet: 'ne_compte_pas', Don: 'compte' } },
    })
    expect(changedBy(form, draft).roles).not.toHaveProperty('2')
    form.set('sort-rien', '3')
    expect(changedBy(form, draft)).toMatchObject({
      roles: { 1: ['plus'], 2: ['sort'], 3: ['product_code'] },
      valeurs: { 2: { Don: 'compte' } },
    })
  })

  test('un numéro de don sans numéro de commande est ce qui reconnaît un don', () => {
    const form = new FormData()
    form.set('cle', 'commande_et_jour')
    form.set('colonne-2', 'id')
    expect(changedBy(form, before).cle).toBe(2)
    form.set('colonne-1', 'order_id')
    expect(changedBy(form, before).cle).toBe('commande_et_jour')
    form.set('cle', 'contact_jour_montant')
    expect(changedBy(form, before).cle).toBe('contact_jour_montant')
  })

  test('une autre feuille ou une autre ligne de titres fait lire d’autres colonnes', () => {
    const form = new FormData()
    form.set('ligne_entete', '1')
    expect(elsewhere(form, before)).toBeNull()
    form.set('ligne_entete', 'trois')
    expect(elsewhere(form, before)).toBeNull()
    form.set('ligne_entete', '3')
    expect(String(elsewhere(form, before))).toBe('ligne_entete=3')
    form.set('feuille', 'Dons & co')
    expect(elsewhere(form, before)?.get('feuille')).toBe('Dons & co')
  })
})

test('chaque champ du contrat se choisit sur la page, et rien d’autre', () => {
  const fields = ChampFichier.options
  expect(fields.filter((field) => !isRole(field))).toEqual([])
  const others = ['plus', 'moins', 'sort', 'nom_complet', 'reference_remboursement']
  expect([...ROLES.keys()].sort()).toEqual([...fields, ...others].sort())
})
