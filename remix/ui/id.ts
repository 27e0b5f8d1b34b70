import { useId } from 'react'

/** An id of the page that a style sheet can name too: React's own hold colons. */
export const useElementId = (): string => `e${useId().replaceAll(':', '')}`
