import { useNavigate, useNavigation } from '@remix-run/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { TypeFichier } from '#contract/imports'
import { type UploadAddress, withTab, writeAddress } from './address'
import { useAnalysis } from './analysis'
import { chooseFile, CSV, type Limit } from './choose'
import { previewPath } from './paths'
import { WORDS } from './words'

/** Why a tab cannot proceed; `champ` names the field at fault, `fichier_id` a file whose columns can be told. */
export interface Fault {
  sentence: string
  champ?: string | undefined
  fichier_id?: string | undefined
}

/** A file chosen or refused here, not analysed yet. */
interface Choice {
  file: File | null
  fault: Fault | null
}

/** What the URL says of a tab; if empty, the file chosen here shows. */
const placeOf = ({ fichiers, imports }: UploadAddress, type: TypeFichier) =>
  [fichiers[type], imports[type]].filter(Boolean).join('/')

/** A refused file as a fault of its field. */
const ofField = (type: TypeFichier, sentence: string | null): Fault | null =>
  sentence === null ? null : { sentence, champ: WORDS[type].field }

/**
 * A choice shows over the preview or import that the URL named when it was made, until the URL names another; once the URL
 * has named none, over none.
 */
function useChoice(place: string): [Choice | null, (choice: Choice) => void] {
  const [made, setMade] = useState<(Choice & { over: string }) | null>(null)
  useEffect(() => {
    if (made?.over && place === '') setMade({ ...made, over: '' })
  }, [made, place])
  const isShown = made !== null && (place === '' || place === made.over)
  return [isShown ? made : null, (choice) => setMade({ ...choice, over: place })]
}

/** Calls `take` with the files that were chosen before scripts ran, or that the browser kept across a reload. */
function useEarlyFiles(input: RefObject<HTMLInputElement>, take: (files: File[]) => void): void {
  const isLive = useRef(false)
  useEffect(() => {
    if (isLive.current) return
    isLive.current = true
    take([...(input.current?.files ?? [])])
  }, [input, take])
}

/**
 * Navigates to the file of this tab (null for none), keeping the current tab. Waits for any other navigation: none is
 * cut short, and one started from an older URL loses nothing.
 */
function useSettling(type: TypeFichier, address: UploadAddress) {
  const [wanted, setWanted] = useState<{ fichier: string | null } | null>(null)
  const navigate = useNavigate()
  const { state } = useNavigation()
  const present = address.imports[type] ? undefined : (address.fichiers[type] ?? null)
  const { onglet } = address
  const tab = wanted?.fichier ? { fichier: wanted.fichier } : {}
  const target = writeAddress({ ...withTab(address, type, tab), onglet })

  useEffect(() => {
    if (!wanted || state !== 'idle') return
    if (wanted.fichier === present) setWanted(null)
    else navigate(target, { preventScrollReset: true })
  }, [wanted, present, target, state, navigate])

  return {
    /** Whether the URL does not name this tab's file yet. Nobody waits for it to name none: a click then counts. */
    settling: Boolean(wanted?.fichier),
    settle: (fichier: string | null) => setWanted({ fichier }),
  }
}

/** The file of a tab, from its choice until the URL names it. */
export function useTabFile(
  type: TypeFichier,
  {
    address,
    limit,
    input,
  }: { address: UploadAddress; limit: Limit | null; input: RefObject<HTMLInputElement> },
) {
  const words = WORDS[type]
  const place = placeOf(address, type)
  const [chosen, setChosen] = useChoice(place)
  const { sent, analyse, forget } = useAnalysis()
  const { settling, settle } = useSettling(type, address)
  const analysing = sent !== null || (settling && place === '')
  useEarlyFiles(input, (files) => {
    const { file, refusal } = chooseFile(files, CSV, limit)
    if (place === '' && (file || refusal)) setChosen({ file, fault: ofField(type, refusal) })
  })

  return {
    /** What shows in place of what the URL names. */
    chosen,
    /** Fraction of the file sent, 0 to 1; null if none is being sent. */
    sent,
    analysing,
    choose: (file: File | null, refusal: string | null) => {
      forget()
      setChosen({ file, fault: ofField(type, refusal) })
      settle(null)
    },
    /** Shows no file, nor any fault, until the URL is empty. */
    clear: () => setChosen({ file: null, fault: null }),
    /** Sends the file to be analysed, and has the URL name it. */
    send: async () => {
      if (analysing) return
      const file = chosen?.file
      if (!file) {
        setChosen({ file: null, fault: ofField(type, words.choose) })
        return
      }
      setChosen({ file, fault: null })
      const answer = await analyse({ url: previewPath(type), field: words.field, file })
      if (!answer) return
      if ('detail' in answer) {
        const { detail, champ, fichier_id } = answer
        const sentence = `${words.previewFailed}. ${detail}`
        setChosen({ file, fault: { sentence, champ, fichier_id } })
      } else settle(answer.fichier_id)
    },
  }
}
