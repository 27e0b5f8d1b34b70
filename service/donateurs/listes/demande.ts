import { Questions } from '#contract/croisements'
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
  horizon,
  gardee,
  annee: query.annee ?? 0,
  classement: query.classement ?? query.annee ?? 0,
  cohorte: query.cohorte ?? 0,
  mois: Number(query.mois ?? 0),
  au: query.au,
  periode: query.periode,
  media: query.media,
  origine: query.origine,
  autres: query.autres,
  tranche: query.tranche,
  ...Questions.parse(query),
  sans: query.sans,
  don_mois: query.don_mois,
  don_media: query.don_media,
  don_origine: query.don_origine,
  don_campagne: query.don_campagne,
  don_famille: query.don_famille,
  don_produit: query.don_produit,
  don_tranche: query.don_tranche,
  comportement: query.comportement,
  axe: query.axe,
  valeur: query.valeur,
  premier: query.premier === '1',
  avec_cout: query.avec_cout === '1',
  groupe: query.groupe,
  code: query.code,
  rythme: query.rythme,
  du_mois: query.du_mois,
  q: query.q,
  profil: readProfil(produit, 'profil', query.profil),
  premier_vfl: readVfl(produit, 'premiere', query.premiere),
  dernier_vfl: readVfl(produit, 'derniere', query.derniere),
  produit,
})

/** The profile requested by the filter `campagne`. */
export const readCampagne = (produit: string, { campagne }: ListeQuery): Profil | undefined =>
  readProfil(produit, 'campagne', campagne)
