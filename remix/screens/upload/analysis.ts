import { useEffect, useRef, useState } from 'react'
import { type Answer, sendFile } from './send'

interface Analysis {
  /** Fraction of the file sent, 0 to 1; null if none is being sent. */
  sent: number | null
  /** Sends a file, unless one is being sent; resolves to null if given up. */
  analyse: (about: { url: string; field: string; file: File }) => Promise<Answer | null>
  /** Gives up the current upload. */
  forget: () => void
}

/** One upload at a time; leaving the page aborts it. */
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
