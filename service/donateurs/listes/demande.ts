import type { ListeQuery } from '#contract/listes'
import type { Profil } from '../../platform/database/schema'
import { Problem } from '../../problem'
import type { Demande } from './ensembles/ensemble'

const MIXTES = ['MIXTE', 'LES_DEUX']

/** Parses a profile as named in responses; throws a Problem for any other. */
function readProfil(produit: string, champ: string, asked: string | undefined): Profil | undefined {
  if (asked === undefined) return undefined
  const name = asked.replace(/_UNIQUEMENT$/, '')
  if (MIXTES.includes(asked)) return 'MIXTE'
  if (name === 'VFL') return 'VFL'
  if (name === produit || name === 'PRODUIT') return 'PRODUIT'
  throw new Problem('invalide', 'Ce profil de campagne n’existe pas.', { champ })
}

/** Whether the requested campaign is VFL; throws a Problem for an unknown one. */
function readVfl(produit: string, champ: string, asked: string | undefined): boolean | undefined {
  if (asked === undefined) return undefined
  if (asked === 'VFL') return true
  if (asked === produit) return false
  throw new Problem('invalide', 'Cette campagne n’existe pas.', { champ })
}

/** The request of a validated query; throws a Problem for an unknown campaign. */
export const readDemande = (
  produit: string,
  query: ListeQuery,
  horizon: string | null,
  gardee?: Demande['gardee'],
): Demande => ({
  ...query,
  horizon,
  gardee,
  annee: query.annee ?? 0,
  classement: query.classement ?? query.annee ?? 0,
  cohorte: query.cohorte ?? 0,
  mois: Number(query.mois ?? 0),
  premier: query.premier === '1',
  avec_cout: query.avec_cout === '1',
  profil: readProfil(produit, 'profil', query.profil),
  premier_vfl: readVfl(produit, 'premiere', query.premiere),
  dernier_vfl: readVfl(produit, 'derniere', query.derniere),
  produit,
})

/** The profile requested by the filter `campagne`. */
export const readCampagne = (produit: string, { campagne }: ListeQuery): Profil | undefined =>
  readProfil(produit, 'campagne', campagne)
