import { useId } from 'react'

/** A unique id usable in CSS selectors: React's own contain colons. */
export const useElementId = (): string => `e${useId().replaceAll(':', '')}`
