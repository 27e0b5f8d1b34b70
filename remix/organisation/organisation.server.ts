import { readLogo } from './logo'

/** Whose report it is; `logo`: whether it has one. */
export interface Organisation {
  nom: string | null
  logo: boolean
}

let kept: string | null | undefined

/** The logo as SVG, read once; checked when the web app starts. */
export function logoSvg(): string | null {
  const path = process.env['ORGANISATION_LOGO']
  kept ??= path ? readLogo(path) : null
  return kept
}

/** The logo for a file that has to stand alone. */
export function logoData(): string | null {
  const svg = logoSvg()
  return svg && `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

export const readOrganisation = (): Organisation => ({
  nom: process.env['ORGANISATION']?.trim() || null,
  logo: logoSvg() !== null,
})
