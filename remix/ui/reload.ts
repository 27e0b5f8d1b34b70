import { useNavigation, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'

/**
 * Reloads the data of the page once it is `wanted`. Waits for any navigation: a reload would cut it short, and with it the
 * message of the page it leads to, which is read only once.
 */
export function useReload(wanted: boolean) {
  const { revalidate } = useRevalidator()
  const isIdle = useNavigation().state === 'idle'
  useEffect(() => {
    if (wanted && isIdle) revalidate()
  }, [wanted, isIdle, revalidate])
}
