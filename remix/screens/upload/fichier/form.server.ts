import { Identite, LectureFichier, Sort } from '#contract/lecture'
import { textOf } from '../../../forms/text'
import type { Draft } from './draft.server'
import { isAsked } from './lecture.server'
import {
  CONSTANTES,
  DECIDES_NOTHING,
  isRole,
  OTHER_FATES,
  PAR_COMMANDE,
  PAR_RANG,
  type Role,
} from './words'

const { sans_identite, fuseau, jours } = LectureFichier.shape

/** The form's field for the fate of a value: any text, of which forms would change line breaks. */
export const fateField = (place: number, value: string, isAsked = true): string =>
  `${isAsked ? 'sort' : 'voir'}-${place}-${Buffer.from(value).toString('base64url')}`

const readPrefixe = (form: FormData, name: string): string =>
  (textOf(form, name) ?? '').trim().toUpperCase().slice(0, 20)

/** What the form for columns and choices changes of a draft. */
function readChoices(form: FormData, before: Draft): Partial<Draft> {
  const text = (name: string) => textOf(form, name) ?? ''
  // What the form does not ask about stays: a very wide file has more columns than its page.
  const roles: Draft['roles'] = Object.fromEntries(
    Object.entries(before.roles).filter(([place]) => !form.has(`colonne-${place}`)),
  )
  const autre = form.get('autre-role')
  const place = Number(text('autre-colonne'))
  if (place >= 1 && isRole(autre)) roles[place] = [autre]
  for (const [name, chosen] of form) {
    const place = /^colonne-(\d{1,4})$/.exec(name)?.[1]
    if (place === undefined || !isRole(chosen)) continue
    const known = before.roles[place] ?? []
    const kept = (known[0] === chosen ? known : [chosen]).filter(
      (role, at) => at === 0 || role !== 'sort',
    )
    roles[place] = form.has(`decide-${place}`) && chosen !== 'sort' ? [...kept, 'sort'] : kept
  }
  const placeOf = (role: Role) => Object.keys(roles).find((place) => roles[place]?.includes(role))
  const kinds = before.identite.concat(
    Identite.options.filter((kind) => !before.identite.includes(kind)),
  )
  const constantes: Draft['constantes'] = {}
  for (const [field] of CONSTANTES) {
    const constante = text(`constante-${field}`).trim()
    if (constante) constantes[field] = constante
  }
  return {
    roles,
    constantes,
    completer: form.has('courtes') ? true : undefined,
    cle: keyOf(text('cle'), placeOf, before),
    identite: kinds.filter((kind) => form.has(`identite-${kind}`)),
    sans_identite: sans_identite.catch(before.sans_identite).parse(text('sans_identite')),
    fuseau: fuseau.catch(before.fuseau).parse(text('fuseau')),
    jours: jours.catch(before.jours).parse(text('jours')),
    prefixe: readPrefixe(form, 'prefixe'),
  }
}

/** The chosen key; left as it was, the column that has now become the gift's number, without having to say it twice. */
function keyOf(
  chosen: string,
  placeOf: (role: Role) => string | undefined,
  { cle, roles }: Draft,
): Draft['cle'] {
  const id = Number(placeOf('id') ?? 0)
  const isNew = id > 0 && !roles[id]?.includes('id')
  if (isNew && chosen === String(cle) && placeOf('order_id') === undefined) return id
  return chosen === PAR_RANG ? PAR_RANG : Number(chosen) || PAR_COMMANDE
}

/** No object has a key of this name; with a blank it is compared as the same value. */
const harmless = (value: string) => (value === '__proto__' ? ` ${value}` : value)

/** The fates that a form gives to values, to those that it leaves undecided the one for all of them. */
function readFates(form: FormData, { valeurs }: Draft): Draft['valeurs'] {
  const decided = new Map(
    Object.entries(valeurs).map(([place, fates]) => [place, new Map(Object.entries(fates))]),
  )
  for (const [name, chosen] of form) {
    const [, kind, place, written] = /^(sort|voir)-(\d{1,4})-([\w-]*)$/.exec(name) ?? []
    if (place === undefined || written === undefined) continue
    const fates = decided.get(place) ?? new Map<string, Sort>()
    decided.set(place, fates)
    const value = harmless(Buffer.from(written, 'base64url').toString())
    const sort = Sort.safeParse(chosen || (kind === 'sort' && form.get(OTHER_FATES)))
    if (sort.success) fates.set(value, sort.data)
    else fates.delete(value)
  }
  return Object.fromEntries(
    [...decided].map(([place, fates]) => [place, Object.fromEntries(fates)]),
  )
}

/** What is answered of numbers that come back: other gifts have another prefix. */
function readRepris(form: FormData, before: Draft): Partial<Draft> {
  const answer = form.get('repris')
  if (answer === 'corrections') return { repris: answer }
  if (answer === 'autres')
    return { repris: undefined, prefixe: readPrefixe(form, 'prefixe_des_autres') }
  const isOther = form.has('prefixe') && readPrefixe(form, 'prefixe') !== before.prefixe
  return isOther ? { repris: undefined } : {}
}

/** The day that is typed for dates without one. */
function readJourConstant(form: FormData): Partial<Draft> {
  const typed = textOf(form, 'jour_constant')?.trim().slice(0, 20)
  return typed === undefined ? {} : { jourConstant: typed || undefined }
}

/** What is answered of hidden rows. */
function readMasquees(form: FormData): Partial<Draft> {
  const answer = form.get('masquees')
  return answer === 'lire' || answer === 'laisser' ? { masquees: answer } : {}
}

/** A draft in which a column decides nothing any more. */
function withoutSort(place: string, draft: Draft): Draft {
  const { [place]: own = [], ...roles } = draft.roles
  const { [place]: _fates, ...valeurs } = draft.valeurs
  const kept = own.filter((role) => role !== 'sort')
  const sansEffet = [...new Set([...(draft.sansEffet ?? []), Number(place)])]
  return {
    ...draft,
    valeurs,
    sansEffet,
    roles: kept.length > 0 ? { ...roles, [place]: kept } : roles,
  }
}

/** A draft in which every column with a decided value decides. */
function withSorts(draft: Draft): Draft {
  const roles = { ...draft.roles }
  for (const [place, fates] of Object.entries(draft.valeurs)) {
    const own = roles[place] ?? []
    if (Object.keys(fates).length > 0 && !own.includes('sort') && !isAsked(own))
      roles[place] = [...own, 'sort']
  }
  return { ...draft, roles }
}

/** A draft after a form of its page; a form may bear only some of the choices. */
export function changedBy(form: FormData, before: Draft): Draft {
  const changed: Draft = {
    ...before,
    ...(form.has('cle') && readChoices(form, before)),
    ...readRepris(form, before),
    ...(form.has('completer') && { completer: true as const }),
    ...readMasquees(form),
    ...readJourConstant(form),
    valeurs: readFates(form, before),
  }
  const idle = form.get(DECIDES_NOTHING)
  return withSorts(typeof idle === 'string' ? withoutSort(idle, changed) : changed)
}

/** Another sheet or header line, where the form asks for one: its columns are others. */
export function elsewhere(form: FormData, { feuille, ligne }: Draft): URLSearchParams | null {
  const asked = form.get('feuille')
  const other = typeof asked === 'string' ? asked : feuille
  const line = Number(form.get('ligne_entete') ?? ligne) || ligne
  if (other === feuille && line === ligne) return null
  return new URLSearchParams({
    ...(other !== undefined && { feuille: other }),
    ligne_entete: String(line),
  })
}
