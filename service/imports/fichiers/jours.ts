import type { LectureFichier } from '#contract/lecture'
import { inParis } from '#figures/format'
import type { Motif } from '../parsing/cells/motifs'
import { isDay, isPartialDay, readCode, readDay, type Reading } from '../parsing/cells/values'
import { enChiffres, moisDe } from './lettres'

type Jours = LectureFichier['jours']

/** A date, then a time of day and its zone, or nothing. */
const AMJ =
  /^(\d{4}|\d{2})([-/.]?)(\d{2})\2(\d{2})(?:[T ] ?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?: ?(Z|UTC|[+-]\d{2}:?\d{2}))?)?$/i
const ORDINARY =
  /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?:[T ] ?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?: ?(Z|UTC|[+-]\d{2}:?\d{2}))?)?$/i

/** Where year, month and day stand in each form, and the time after them. */
const PLACES: Record<'amj' | 'jma' | 'mja', readonly [number, number, number]> = {
  amj: [1, 3, 4],
  jma: [4, 3, 1],
  mja: [4, 1, 3],
}

/** A day, and the instant in UTC where a time is written. */
interface Written {
  year: number
  month: number
  day: number
  time: RegExpExecArray
}

/** A two-digit year is of this century: only who says the order of a date has one read. */
const yearOf = (text: string) => (text.length === 2 ? 2000 + Number(text) : Number(text))

function readIn(form: 'amj' | 'jma' | 'mja', text: string): Written | undefined {
  const time = (form === 'amj' ? AMJ : ORDINARY).exec(text)
  if (!time) return undefined
  const [year = '', month = '', day = ''] = PLACES[form].map((place) => time[place])
  return { year: yearOf(year), month: Number(month), day: Number(day), time }
}

const numberOf = (year: number, month: number, day: number) => year * 10_000 + month * 100 + day

/** The last Sunday of March or October, when summer time begins or ends at 1:00 UTC. */
const lastSunday = (year: number, month: 2 | 9) => {
  const last = new Date(Date.UTC(year, month, 31, 1))
  return last.getTime() - last.getUTCDay() * 86_400_000
}

/** The day in Paris of an instant, YYYYMMDD. */
function dayInParis(instant: number): number {
  const year = new Date(instant).getUTCFullYear()
  if (year < 1996) return Number(inParis(new Date(instant))[0].replaceAll('-', ''))
  const isSummer = instant >= lastSunday(year, 2) && instant < lastSunday(year, 9)
  const local = new Date(instant + (isSummer ? 2 : 1) * 3_600_000)
  return numberOf(local.getUTCFullYear(), local.getUTCMonth() + 1, local.getUTCDate())
}

/** Minutes that the written zone is ahead of UTC. */
function zoneOf(zone: string | undefined): number {
  const found = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '')
  if (!found) return 0
  const minutes = Number(found[2]) * 60 + Number(found[3])
  return found[1] === '-' ? -minutes : minutes
}

function inZone({ year, month, day, time }: Written): number | Motif {
  const [hours, minutes, seconds] = [time[5], time[6], time[7]]
  if (hours === undefined) return numberOf(year, month, day)
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds ?? 0) > 59)
    return 'date_illisible'
  const written = Date.UTC(year, month - 1, day, Number(hours), Number(minutes))
  return dayInParis(written - zoneOf(time[8]) * 60_000)
}

const FORMS: Record<Jours, readonly ('amj' | 'jma' | 'mja')[]> = {
  auto: ['amj', 'jma'],
  amj: ['amj'],
  jma: ['jma', 'amj'],
  mja: ['mja', 'amj'],
}

const result = (reading: Reading<number>): number | Motif | undefined => {
  if (!('motif' in reading)) return reading.value
  return reading.motif === 'date_annee_courte' ? 'date_sans_ordre' : reading.motif
}

/** What the days of a column prove of the order in which they are written. */
export function createOrdre() {
  let isFirst = false
  let isSecond = false
  let isShort = false
  let isCompact = false
  return {
    add(text: string) {
      if (/^\d{8}$/.test(text)) isCompact = true
      const found = ORDINARY.exec(text)
      if (!found) return
      if (Number(found[1]) > 12) isFirst = true
      if (Number(found[3]) > 12) isSecond = true
      if (found[4]?.length === 2) isShort = true
    },
    /** Null where nothing is proved, or `auto` reads it. */
    found: (): 'jma' | 'mja' | 'amj' | null => {
      if (isCompact && !isFirst && !isSecond) return 'amj'
      if (isFirst === isSecond) return null
      if (isSecond) return 'mja'
      return isShort ? 'jma' : null
    },
  }
}

const VRAI = /^\d{4}-\d\d-(\d\d)(?: |$)/

/**
 * Finds out whether a program took only some days of a column for days, and turned day and month of these: true days are
 * then all of the first twelve of a month, beside texts that are of none.
 */
export function createMelange() {
  let vrai: string | undefined
  let texte: string | undefined
  let isWhole = true
  return {
    add(text: string): void {
      const day = VRAI.exec(text)
      if (day) {
        vrai ??= text
        if (Number(day[1]) > 12) isWhole = false
        return
      }
      const found = ORDINARY.exec(text)
      if (!found) return
      texte ??= text
      if (Number(found[1]) <= 12 && Number(found[3]) <= 12) isWhole = false
    },
    /** One of each, where it is so. */
    found: (): [vrai: string, texte: string] | undefined =>
      isWhole && vrai !== undefined && texte !== undefined ? [vrai, texte] : undefined,
  }
}

type Lecture = Pick<LectureFichier, 'jours' | 'fuseau' | 'jour_constant'>

function lire(text: string, { jours, fuseau }: Lecture): number | Motif | undefined {
  if (jours === 'auto' && fuseau === 'tel quel') {
    const day = result(readDay(text))
    return day === undefined && readCode(text) !== undefined ? 'date_illisible' : day
  }
  const written = readCode(text)
  if (written === undefined) return undefined
  if (written.length > 60) return 'date_illisible'
  for (const form of FORMS[jours]) {
    const found = readIn(form, written)
    if (!found) continue
    // Four digits first are a year, whatever order is said of the others.
    if (form === 'amj' && jours !== 'amj' && found.time[1]?.length !== 4) continue
    if (jours === 'auto' && found.time[form === 'amj' ? 1 : 4]?.length === 2)
      return 'date_sans_ordre'
    if (!isDay(found.year, found.month, found.day)) return 'date_illisible'
    return fuseau === 'UTC' ? inZone(found) : numberOf(found.year, found.month, found.day)
  }
  return 'date_illisible'
}

/** Whether day and month exist the other way round only. */
function isAutrement(text: string, jours: Jours): boolean {
  const written = readCode(text)
  if (written === undefined || written.length > 60 || jours === 'amj') return false
  const found = readIn(jours === 'mja' ? 'jma' : 'mja', written)
  return found !== undefined && isDay(found.year, found.month, found.day)
}

/** The parts of a date that has no day: a month before or after the year, or none. */
const SANS_JOUR = /^(?:(\d{1,2}|\p{L}+)\.?[-/. ])?(\d{4}|\d{2})(?:[-/. ](\d{1,2}))?$/u

/** Whether a cell is a year alone, or a year and a month. */
export const estSansJour = (cell: string): boolean =>
  isPartialDay(readCode(enChiffres(cell.trim())) ?? '')

/** Such a date with the day that somebody chose for all of them, or the last of a month that is too short for it. */
function completer(written: string, constant: string): number | Motif {
  const [, avant, an = '', apres] = SANS_JOUR.exec(written) ?? []
  const [day = 0, own = 0] = constant.split('/').map(Number)
  const mot = avant ?? apres
  const month = mot === undefined ? own : (moisDe(mot) ?? Number(mot))
  if (!isDay(2000, month, 1)) return 'date_illisible'
  const year = yearOf(an)
  return numberOf(year, month, Math.min(day, new Date(Date.UTC(year, month, 0)).getUTCDate()))
}

/**
 * Reads a date as YYYYMMDD, undefined if the cell is empty: in the order that the reading says, and as the day in
 * Europe/Paris of that instant where its times are UTC.
 */
export function lireJour(cell: string, lecture: Lecture): number | Motif | undefined {
  const text = enChiffres(cell.trim())
  const day = lire(text, lecture)
  if (day !== 'date_illisible' && day !== 'date_partielle') return day
  if (estSansJour(text))
    return lecture.jour_constant === undefined
      ? 'date_partielle'
      : completer(readCode(text) ?? '', lecture.jour_constant)
  return isAutrement(text, lecture.jours) ? 'date_autre_ordre' : day
}
