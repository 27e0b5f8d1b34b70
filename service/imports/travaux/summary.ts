import type { ResultatImport, TypeFichier } from '#contract/imports.ts'

const NUMBER = new Intl.NumberFormat('fr-FR')

/** One sentence on what an import did. */
export function summary(type: TypeFichier, resultat: ResultatImport): string {
  const written = resultat.inseres + resultat.modifies
  const noun = type === 'donations' ? 'don' : 'donateur'
  const count = (nombre: number, word: string) =>
    `${NUMBER.format(nombre)} ${word}${nombre >= 2 ? 's' : ''}`
  if (written === 0 && resultat.rejetes === 0)
    return 'Ce fichier était déjà enregistré\u00a0: rien n’a changé.'
  return `${count(resultat.inseres, noun)} ${resultat.inseres >= 2 ? 'ajoutés' : 'ajouté'}, ${count(resultat.modifies, 'modifié')}, ${count(resultat.inchanges, 'inchangé')}.`
}
