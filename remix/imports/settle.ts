import { useNavigate, useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import type { TypeFichier } from '#contract/imports'
import { type UploadAddress, withTab, writeAddress } from './address'

/**
 * Navigates to the file of this tab (null for none), keeping the current tab. Waits for any other navigation: none is
 * cut short, and one started from an older URL loses nothing.
 */
export function useSettling(type: TypeFichier, address: UploadAddress) {
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
