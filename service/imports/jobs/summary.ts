import type { ResultatImport, TypeImport } from '#contract/imports'
import { formatCount } from '#figures/format'

/** Summarises an import in one sentence. */
export function summary(type: TypeImport, resultat: ResultatImport): string {
  const written = resultat.inseres + resultat.modifies
  const noun = type === 'donateurs' ? 'donateur' : 'don'
  const count = (nombre: number, word: string) =>
    `${formatCount(nombre)} ${word}${nombre >= 2 ? 's' : ''}`
  const { rejetes } = resultat
  if (resultat.total_rows === 0)
    return 'Ce fichier n’a que son en-tête\u00a0: rien n’a été importé.'
  if (rejetes === resultat.total_rows)
    return rejetes === 1
      ? 'Rien n’a été importé\u00a0: la seule ligne du fichier est rejetée. Corrigez-la et importez-la à nouveau.'
      : `Rien n’a été importé\u00a0: les ${formatCount(rejetes)} lignes du fichier sont toutes rejetées. Corrigez-les et importez-les à nouveau.`
  if (written === 0 && rejetes === 0)
    return 'Ce fichier était déjà enregistré\u00a0: rien n’a changé.'
  return `${count(resultat.inseres, noun)} ${resultat.inseres >= 2 ? 'ajoutés' : 'ajouté'}, ${count(resultat.modifies, 'modifié')}, ${count(resultat.inchanges, 'inchangé')}.`
}

/** Likewise one that undid another. */
export function sayUndone(type: TypeImport, { retires, modifies }: ResultatImport): string {
  const noun = type === 'donateurs' ? 'fiche' : 'don'
  const ending = (nombre: number) => `${noun === 'fiche' ? 'e' : ''}${nombre >= 2 ? 's' : ''}`
  return `${formatCount(retires)} ${noun}${retires >= 2 ? 's' : ''} retiré${ending(retires)}, ${formatCount(modifies)} rétabli${ending(modifies)}.`
}
