import type { CompteFichier, Fichier } from '#contract/fichiers'
import { compterFichier, lireFichier } from '#contract/fichiers'
import type { Colonne, LectureFichier } from '#contract/lecture'
import { modelesFichiers } from '#contract/lecture'
import { sayRows } from '#files/changements-columns'
import { asRefusal } from '../../../service/refusal.server'
import { call, quietly } from '../../../service/service.server'
import { type Draft, readDraft, writeDraft } from './draft.server'
import { fateField } from './form.server'
import { draftOf, lectureOf } from './lecture.server'
import { createNames } from './names.server'

/** A cell on screen: the whole of it is in the file. */
const LONGEST_CELL = 200
const short = (text: string) =>
  text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)}…` : text

/** What a column is called on screen: in a workbook, one without a heading by its letter. */
const namer =
  ({ feuille }: Fichier) =>
  ({ place, nom }: { place: number; nom: string }): string =>
    nom.trim() === '' && feuille !== null ? `Colonne ${lettersOf(place)}` : short(nom)

/** The letters of a column, from 1. */
const lettersOf = (place: number): string =>
  place <= 0
    ? ''
    : lettersOf(Math.floor((place - 1) / 26)) + String.fromCharCode(65 + ((place - 1) % 26))

/** So many columns are asked about one by one, those that are read before others: each has some thirty choices. */
const MOST_COLUMNS = 100

/** What a page's address says: the reading in it, or which one to begin with. */
export interface Asked {
  fichier: Fichier
  draft: Draft
  /** Whether the account follows at once: somebody has chosen this reading, or nothing in it is doubtful. */
  isChosen: boolean
  /** Whether the address says all of it. */
  isOwn: boolean
}

/** What a column must not only look like. */
const WHOLE: readonly string[] = ['lastname', 'company', 'nom_complet']

/**
 * Whether nothing in a proposal is doubtful: an earlier import read the same columns so, or their names say what they are,
 * and none is only supposed; what decides is asked beside the account.
 */
const isPlain = ({ lecture, precedent, colonnes, modeles }: Fichier): boolean =>
  lecture !== null &&
  (precedent !== null ||
    (modeles.length === 0 &&
      colonnes.every(({ suppose, propose }) => !suppose || propose === 'sort') &&
      colonnes.some(({ propose }) => propose !== null && WHOLE.includes(propose))))

/** Reads a staged file as the address says; throws a Refusal. */
export async function readAsked(request: Request, fichier_id: string): Promise<Asked> {
  const asked = new URL(request.url).searchParams
  const draft = readDraft(asked.get('lecture'))
  const modele = draft ? undefined : (asked.get('modele') ?? undefined)
  const query = {
    feuille: draft?.feuille ?? asked.get('feuille') ?? undefined,
    ligne_entete: draft?.ligne ?? asked.get('ligne_entete') ?? undefined,
    modele,
  }
  const fichier = await call(lireFichier, { params: { fichier_id }, query }, request)
  if (draft) return { fichier, draft, isChosen: true, isOwn: true }
  const fitting = fichier.modeles.filter(({ id }) => modele === undefined || id === modele)
  const [only, other] = fitting.filter(({ etat }) => etat === 'reconnu')
  const known = other === undefined ? (only ?? fitting.find(({ id }) => id === modele)) : undefined
  const begun = draftOf(fichier, known?.id)
  const isRead =
    known === undefined
      ? modele === undefined && isPlain(fichier) && 'lecture' in lectureOf(begun, fichier.colonnes)
      : known.manquantes.length === 0
  return { fichier, draft: begun, isChosen: isRead, isOwn: false }
}

/** The account of a reading, or why there is none. */
async function readCompte(
  request: Request,
  fichier_id: string,
  lecture: LectureFichier,
): Promise<{ compte: CompteFichier | null; refusal: string | null }> {
  try {
    const compte = await call(compterFichier, { params: { fichier_id }, body: lecture }, request)
    return { compte, refusal: null }
  } catch (error) {
    return { compte: null, refusal: asRefusal(error).message }
  }
}

/** The name under which a kept model gets a next version; null where the reading began as none. */
async function readKept(request: Request, { modele }: Draft) {
  if (!modele) return null
  const known = await call(modelesFichiers, {}, request).catch(quietly('modèles de lecture'))
  const found = known?.modeles.find(({ id }) => id === modele)
  return found ? { id: found.id, nom: found.nom, version: found.version, livre: found.livre } : null
}

/** All that the page shows. */
export async function readPage(request: Request, fichier_id: string) {
  const { fichier, draft, isChosen, isOwn } = await readAsked(request, fichier_id)
  const read = lectureOf(draft, fichier.colonnes)
  const [{ compte, refusal }, model] = await Promise.all([
    isChosen && 'lecture' in read
      ? readCompte(request, fichier_id, read.lecture)
      : { compte: null, refusal: null },
    readKept(request, draft),
  ])
  const named = namer(fichier)
  const columns = fichier.colonnes.map(
    ({ place, nom, remplissage, exemples, suppose, propose }) => {
      const [role = '', ...others] = draft.roles[place] ?? []
      return {
        place,
        nom: named({ place, nom }),
        remplissage,
        exemples: exemples.map(short),
        role,
        others,
        suppose: suppose && propose === role && !isChosen,
      }
    },
  )
  const ordered = columns.toSorted(
    (one, other) => Number(other.role !== '') - Number(one.role !== ''),
  )
  const { filename, taille, feuilles, feuille, ligne_entete, upload_id, modeles, precedent } =
    fichier
  const isRead = new Set(columns.filter(({ role }) => role !== '').map(({ nom }) => nom))
  return {
    file: { fichier_id, filename, taille, feuilles, feuille, ligne_entete, upload_id },
    models: modeles.map((one) => ({
      ...one,
      nouvelles: one.nouvelles.filter((nom) => !isRead.has(short(nom))),
    })),
    model,
    precedent,
    columns: ordered.slice(0, MOST_COLUMNS),
    rest: ordered.slice(MOST_COLUMNS).map(({ place, nom }) => ({ place, nom })),
    draft,
    base: writeDraft(draft) ?? '',
    isChosen,
    isOwn,
    faults: isChosen && 'faults' in read ? read.faults : [],
    refusal,
    compte: compte && shownCompte(compte, fichier, draft),
  }
}
export type ReadingPage = Awaited<ReturnType<typeof readPage>>
export type ShownColumn = ReadingPage['columns'][number]
export type ShownCompte = NonNullable<ReadingPage['compte']>

/** The account as the page shows it: of the first rows, the cells of columns that are read. */
function shownCompte(
  { apercu, compte, empreinte, en_cours }: CompteFichier,
  fichier: Fichier,
  { roles }: Draft,
) {
  const { colonnes, feuille } = fichier
  const named = namer(fichier)
  const { placeOf } = createNames(colonnes)
  const used = colonnes.filter(({ place }) => roles[place])
  const shown =
    (isAsked: boolean) =>
    <Value extends { colonne: Colonne; valeur: string }>(value: Value) => {
      const place = placeOf(value.colonne) ?? 0
      return {
        ...value,
        place,
        nom: named(colonnes.find((column) => column.place === place) ?? { place, nom: '' }),
        field: fateField(place, value.valeur, isAsked),
        valeur: short(value.valeur),
      }
    }
  return {
    empreinte,
    en_cours,
    rows: apercu.map(({ cellules, ...row }) => ({
      ...row,
      cells: used.map(({ place, nom }) => ({
        place,
        nom: named({ place, nom }),
        texte: short(cellules[place - 1] ?? ''),
      })),
    })),
    whole: compte && {
      ...compte,
      feuille,
      fiches: { ...compte.fiches, exemples: sayRows(compte.fiches.exemples) },
      valeurs: compte.valeurs.map(shown(true)),
      a_voir: compte.a_voir.map(shown(false)),
    },
  }
}
