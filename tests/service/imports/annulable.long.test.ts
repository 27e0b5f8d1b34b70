import { expect, test } from 'vitest'
import type { LectureFichier } from '#contract/lecture'
import { formatCount } from '#figures/format'
import { compter, demanderImport, depose } from '../../support/fichiers-outil'
import { waitForImport } from '../../support/imports'
import { startService } from '../../support/service'

const { app } = await startService()

const lecture: LectureFichier = {
  ligne_entete: 1,
  colonnes: { order_date: 'Jour', lastname: 'Nom', email: 'Courriel' },
  montant: { plus: ['Somme'], moins: [] },
  constantes: {},
  sorts: [],
  cle: { colonne: 'Ref' },
  identite: ['email_et_nom'],
  sans_identite: 'rejeter',
  fuseau: 'tel quel',
  jours: 'auto',
  prefixe: 'GR',
}

/** So many gifts of one donor. */
const ecrire = (dons: number) =>
  `Ref;Jour;Somme;Nom;Courriel\n${Array.from(
    { length: dons },
    (_, at) => `${at};05/03/2025;1,00;GRAND;un@grand.org`,
  ).join('\n')}`

const MOST = 200_000

test('au-delà de 200 000 lignes changées, le compte dit que l’import ne s’annulera pas, et il ne s’annule pas', async () => {
  const few = await depose(app, ecrire(MOST))
  const { compte } = await compter(app, few.fichier_id, lecture)
  expect([compte.annulable, compte.avertissements]).toEqual([true, []])
  const { fichier_id } = await depose(app, ecrire(MOST + 1))
  const many = await compter(app, fichier_id, lecture)
  expect([many.compte.annulable, many.compte.avertissements]).toEqual([
    false,
    [`Cet import ne pourra pas être annulé\u00a0: il change plus de ${formatCount(MOST)} lignes.`],
  ])
  await demanderImport(app, fichier_id, { lecture, empreinte: many.empreinte })
  expect(await waitForImport(app, fichier_id)).toMatchObject({
    status: 'completed',
    annulable: false,
  })
  const undo = await app.inject(`/api/upload/annulation/${fichier_id}`)
  expect(undo.json<{ raison: string }>().raison).toContain(formatCount(MOST))
})
