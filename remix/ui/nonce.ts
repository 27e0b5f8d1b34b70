import { createContext, useContext } from 'react'

/** Nonce of this response's scripts; empty in the browser, which hides nonces from scripts anyway. */
export const NonceContext = createContext('')

export const useNonce = () => useContext(NonceContext)
