import type { FileHandle } from 'node:fs/promises'
import { addAbortSignal, Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { ColonneLue } from '#contract/fichiers'
import type { TypeImport } from '#contract/imports'
import type { Config } from '../../config'
import type { Metrics } from '../../metrics'
import type { Db } from '../../platform/database/connect'
import { Problem } from '../../problem'
import type { ImportOrder } from '../entries/entry'
import { lireColonnes } from '../fichiers/colonnes'
import { trouverEntete } from '../fichiers/entete'
import { listerModeles } from '../fichiers/modeles'
import { reconnaitre } from '../fichiers/reconnaitre'
import type { Outils } from '../fichiers/routes'
import { detectDialect } from '../parsing/dialect/dialect'
import { createHead } from '../parsing/dialect/head'
import { createDecoder } from '../parsing/encoding/decoder'
import type { Reception } from '../staging/receive'
import { etatDe, lire } from './entrees'

/** The pseudonym of who stages: no name, and no address. */
const DEPOSANT = '*dossier'

/** What the folder is made of. */
export interface Deps {
  db: Db
  config: Config
  log: Logger
  metrics: Metrics
  reception: Reception
  outils: Outils
  start: (order: ImportOrder) => Promise<void>
}

/** It is not done with, and tried again: the sentence says why. */
export class PlusTard extends Error {}

/**
 * Of which of both files a header is, or that of another tool, and the model that reads it: the file is read from its beginning.
 * One with a column of amounts is no file of donors, whatever else it names.
 */
export async function typeDe(
  db: Db,
  file: FileHandle,
  nom: string,
): Promise<{ type: TypeImport; modele?: string }> {
  if (!/\.csv$/i.test(nom)) return { type: 'fichier' }
  const [head, decoder] = [createHead(), createDecoder()]
  for await (const chunk of lire(file)) if (head.push(decoder.decode(chunk))) break
  head.push(decoder.end())
  const bytes = head.take()
  const dialectOf = (type: 'donateurs' | 'donations') => {
    try {
      return detectDialect(type, bytes)
    } catch (error) {
      if (error instanceof Problem) return undefined
      throw error
    }
  }
  const [ofDonateurs, ofDonations] = [dialectOf('donateurs'), dialectOf('donations')]
  // Whose header is that of both is neither: donor and gift on one row.
  const dialect = ofDonateurs && ofDonations ? undefined : (ofDonateurs ?? ofDonations)
  if (!dialect) return { type: 'fichier' }
  const asked = { delimiteur: dialect.delimiter, ligne: dialect.headerLine }
  const entete = trouverEntete(bytes, new Set(), asked)
  const isAmount = ({ propose, suppose }: ColonneLue) => propose === 'plus' && !suppose
  if (ofDonateurs && lireColonnes(entete, bytes, false).some(isAmount)) return { type: 'fichier' }
  const at = { ligne_entete: entete.ligne, feuille: '' }
  const [modele] = (await listerModeles(db)).filter(
    (one) => reconnaitre(one, entete.noms, at)?.etat === 'reconnu',
  )
  return { type: ofDonateurs ? 'donateurs' : 'donations', ...(modele && { modele: modele.nom }) }
}

/** Stages an open file for somebody. Throws PlusTard where it changed meanwhile. */
export function deposer(
  { reception }: Pick<Deps, 'reception'>,
  file: FileHandle,
  {
    nom,
    type,
    taille,
    deposant = DEPOSANT,
    signal,
  }: { nom: string; type: TypeImport; taille: number; deposant?: string; signal?: AbortSignal },
): Promise<string> {
  // What is written behind the size that was seen is not read; the file is then another at the end.
  const octets = Readable.from(lire(file, taille))
  if (signal) addAbortSignal(signal, octets)
  const before = etatDe(file)
  return reception
    .deposer({
      type,
      nom,
      taille,
      deposant,
      octets,
      verifier: async () => {
        if ((await etatDe(file)) !== (await before)) throw new PlusTard(`${nom} s’écrit encore.`)
      },
    })
    .finally(() => octets.destroy())
}
