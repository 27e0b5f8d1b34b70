import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import {
  chargerCampagnes,
  dictionnaire,
  type FicheSaisie,
  saisirCampagnes,
  versionsCampagne,
} from '#contract/dictionnaire'
import { fixerObjectif, retirerObjectif, type MesureObjectif } from '#contract/objectifs'
import { plural } from '#figures/format'
import { whileFree } from '../platform/database/abandon'
import type { Db } from '../platform/database/connect'
import { onlyRow } from '../platform/database/only-row'
import { whileUnchanged } from '../platform/database/stamp'
import { readIdentite } from '../platform/http/identite'
import { route } from '../platform/http/route'
import { Problem } from '../problem'
import { readDictionnaire, readVersions, sayFiches } from './dictionnaire'
import { readFichier } from './fichier'

interface Objectif {
  annee: number
  mesure: MesureObjectif
  famille: string | null
  /** Null withdraws it. */
  valeur: number | null
  saisi_par: string
  identite: string | null
}

/** Whether a campaign is of that family; of `N/A` are those that have none. */
async function isFamille(db: Db, famille: string): Promise<boolean> {
  const { connue } = onlyRow(
    await sql<{ connue: boolean }>`
      select ${famille} = 'N/A' or exists (select from campagnes_en_vigueur where famille = ${famille}) as connue`.execute(
      db,
    ),
  )
  return connue
}

/** Appends an aim or its withdrawal; returns false if there is nothing to withdraw. */
async function noteObjectif(
  db: Db,
  { annee, mesure, famille, valeur, saisi_par, identite }: Objectif,
): Promise<boolean> {
  const { numero } = onlyRow(
    await sql<{ numero: number | null }>`
      select inscrire_objectif(
        ${annee}::smallint, ${mesure}, ${famille}, ${valeur}::numeric, ${saisi_par}, ${identite}
      ) as numero`.execute(db),
  )
  return numero !== null
}

/** Registers the dictionary of campaigns and the aims of a year. */
export function registerCampagnes(app: FastifyInstance, { db }: { db: Db }): void {
  route(
    app,
    dictionnaire,
    whileUnchanged(db, () => readDictionnaire(db)),
  )
  route(app, versionsCampagne, async ({ query: { code } }) => ({
    code,
    versions: await readVersions(db, code),
  }))

  async function say(fiches: readonly FicheSaisie[], saisi_par: string, identite: string | null) {
    const ecrites = await whileFree(() => sayFiches(db, fiches, { saisi_par, identite }))
    const same = fiches.length - ecrites
    return {
      ecrites,
      message:
        ecrites === 0
          ? 'Rien ne change\u00A0: le dictionnaire le disait déjà.'
          : `${plural(ecrites, 'code est noté', 'codes sont notés')} au dictionnaire${same > 0 ? `, ${plural(same, 'autre', 'autres')} y ${same > 1 ? 'étaient' : 'était'} déjà` : ''}.`,
    }
  }

  route(app, saisirCampagnes, ({ body: { fiches, saisi_par }, request }) =>
    say(fiches, saisi_par, readIdentite(request)),
  )
  route(app, chargerCampagnes, ({ body: { texte, saisi_par }, request }) =>
    say(readFichier(texte), saisi_par, readIdentite(request)),
  )

  route(app, fixerObjectif, async ({ body, request }) => {
    const famille = body.famille || null
    await whileFree(() => noteObjectif(db, { ...body, famille, identite: readIdentite(request) }))
    const unknown = famille !== null && !(await isFamille(db, famille))
    return {
      message: `L’objectif de ${body.annee} est noté.${unknown ? ` Aucune campagne n’est encore de la famille «\u00A0${famille}\u00A0».` : ''}`,
    }
  })
  route(app, retirerObjectif, async ({ body, request }) => {
    const asked = { ...body, famille: body.famille || null, valeur: null }
    if (!(await noteObjectif(db, { ...asked, identite: readIdentite(request) })))
      throw new Problem('conflit', `Aucun objectif de ce nom n’est en vigueur pour ${body.annee}.`)
    return { message: `L’objectif de ${body.annee} est retiré.` }
  })
}
