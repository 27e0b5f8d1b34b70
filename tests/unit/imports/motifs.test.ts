import { expect, test } from 'vitest'
import { MOTIFS } from '../../../service/imports/parsing/cells/motifs'

test.each([
  ['texte_illisible', /corrigez-la, ou enregistrez tout le fichier au format «\sCSV UTF-8\s»/],
  ['ligne_trop_longue', /256\sKo.*vérifiez.*ou raccourcissez-la/],
  ['id_scientifique', /Mettez cette colonne au format texte/],
  ['cellule_deplacee', /Ajoutez-le/],
] as const)('[0.1.0 D4] le motif %s dit quoi faire', (motif, advice) => {
  expect(MOTIFS[motif]).toMatch(advice)
})
