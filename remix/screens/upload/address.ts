import { TYPES_FICHIER } from '#contract/constants'
import type { TypeFichier } from '#contract/imports'

/** The specification's two tabs, and the one for any other file. */
export const ONGLETS = [...TYPES_FICHIER, 'fichier'] as const
export type Onglet = (typeof ONGLETS)[number]

/** The upload screen's state, kept entirely in its URL: the tab, and each tab's file and import. */
export interface UploadAddress {
  onglet: Onglet
  fichiers: Partial<Record<TypeFichier, string | undefined>>
  imports: Partial<Record<Onglet, string | undefined>>
  /** Tabs whose short rows are to be completed. */
  completed: TypeFichier[]
  /** That of the screens before and after. */
  annee?: string | undefined
}

export const isType = (value: unknown): value is TypeFichier =>
  TYPES_FICHIER.some((type) => type === value)

export const isOnglet = (value: unknown): value is Onglet =>
  ONGLETS.some((onglet) => onglet === value)

export function readAddress(search: string): UploadAddress {
  const query = new URLSearchParams(search)
  const asked = query.get('onglet') ?? query.get('type')
  const address: UploadAddress = {
    onglet: isOnglet(asked) ? asked : 'donateurs',
    fichiers: {},
    imports: {},
    completed: TYPES_FICHIER.filter((type) => query.has(`completer_${type}`)),
  }
  const annee = query.get('annee')
  if (annee) address.annee = annee
  for (const type of TYPES_FICHIER) {
    const fichier = query.get(`fichier_${type}`)
    if (fichier) address.fichiers[type] = fichier
  }
  for (const onglet of ONGLETS) {
    const upload = query.get(`import_${onglet}`)
    if (upload) address.imports[onglet] = upload
  }
  return address
}

export function writeAddress({
  onglet,
  fichiers,
  imports,
  completed,
  annee,
}: UploadAddress): string {
  const query = new URLSearchParams(onglet === 'fichier' ? { type: onglet } : { onglet })
  for (const type of TYPES_FICHIER) {
    const fichier = fichiers[type]
    const upload = imports[type]
    if (fichier) query.set(`fichier_${type}`, fichier)
    if (upload) query.set(`import_${type}`, upload)
    if (completed.includes(type)) query.set(`completer_${type}`, '1')
  }
  if (imports.fichier) query.set('import_fichier', imports.fichier)
  if (annee) query.set('annee', annee)
  return `/upload?${query}`
}

/** The address after a tab's file and import have changed; omitted parts are reset. */
export function withTab(
  address: UploadAddress,
  type: TypeFichier,
  tab: { fichier?: string; import?: string; completed?: boolean } = {},
): UploadAddress {
  return {
    ...address,
    onglet: type,
    fichiers: { ...address.fichiers, [type]: tab.fichier },
    imports: { ...address.imports, [type]: tab.import },
    completed: TYPES_FICHIER.filter((other) =>
      other === type ? tab.completed : address.completed.includes(other),
    ),
  }
}

/** Where an import is followed, and its result stands. */
export const followPath = (
  { type, upload_id }: { type: Onglet; upload_id: string },
  address = readAddress(''),
): string =>
  writeAddress(
    type === 'fichier'
      ? { ...address, onglet: type, imports: { ...address.imports, fichier: upload_id } }
      : withTab(address, type, { import: upload_id }),
  )
