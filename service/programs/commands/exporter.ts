import { readArguments } from '#process/arguments'
import { reasonOf } from '#process/reason'
import { readAdresse } from '../../donateurs/listes/gardees/adresse'
import { ouvrirAppel, SansService } from '../appel/appel'
import { AIDE, exporter } from '../exporter/exporter'

const FIN = { erreur: 1, sansService: 3 }

/** `npm run exporter -- --liste LISTE [--selection] --vers FICHIER.csv`. */
async function main(): Promise<void> {
  const { liste, selection, vers, par, help } = readArguments({
    options: {
      liste: { type: 'string' },
      selection: { type: 'boolean', default: false },
      vers: { type: 'string' },
      par: { type: 'string', default: 'npm run exporter' },
      help: { type: 'boolean', default: false },
    },
  }).values
  if (help) {
    console.log(AIDE)
    return
  }
  if (!liste) throw new Error('Dites quelle liste avec --liste. Voir --help.')
  if (!vers) throw new Error('Dites où l’écrire avec --vers. Voir --help.')
  if (par.trim() === '' || par.length > 200)
    throw new Error('--par attend un nom de 200 caractères au plus. Voir --help.')
  const appel = ouvrirAppel(process.env, par)
  await exporter(appel, { liste, selection, vers }, (adresse) => readAdresse(adresse).asked)
  console.log(vers)
}

main().catch((error: unknown) => {
  console.error(`Rien n’est exporté. ${reasonOf(error)}`)
  process.exitCode = error instanceof SansService ? FIN.sansService : FIN.erreur
})
