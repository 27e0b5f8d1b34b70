import { useEffect, useRef, useState } from 'react'
import { type Answer, sendFile } from './send'

interface Analysis {
  /** The share of the file that is sent, 0 to 1; null if none is under way. */
  sent: number | null
  /** Sends a file, unless one is under way; resolves to null if it was given up. */
  analyse: (about: { url: string; field: string; file: File }) => Promise<Answer | null>
  /** Gives up the one under way. */
  forget: () => void
}

/** One analysis at a time; leaving the page gives it up. */
export function useAnalysis(): Analysis {
  const [sent, setSent] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const forget = () => {
    running.current?.abort()
    running.current = null
    setSent(null)
  }
  const analyse: Analysis['analyse'] = async (about) => {
    if (running.current) return null
    const own = new AbortController()
    running.current = own
    setSent(0)
    const answer = await sendFile({ ...about, signal: own.signal, onProgress: setSent })
    if (own.signal.aborted) return null
    running.current = null
    setSent(null)
    return answer
  }
  return { sent, analyse, forget }
}
