import type { Organisation } from './organisation.server'

/** Address of the logo. */
export const LOGO_PATH = '/organisation/logo.svg'

/** Whose report it is: logo and name; nothing where neither is set. */
export function Masthead({ organisation, logo }: { organisation: Organisation; logo: string }) {
  const { nom } = organisation
  if (nom === null && !organisation.logo) return null
  return (
    <p className="masthead">
      {organisation.logo && (
        <img src={logo} alt={nom === null ? 'Logo de l’organisation' : ''} height={56} />
      )}
      {nom}
    </p>
  )
}
