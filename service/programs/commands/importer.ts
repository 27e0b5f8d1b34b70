import { reasonOf } from '#process/reason'
import { ouvrirAppel, SansService } from '../appel/appel'
import { ouvrirAvancement } from '../importer/avancement'
import { AIDE, Arret, FIN, readDemande } from '../importer/demande'
import { type Bilan, executer } from '../importer/importer'

/** `npm run importer -- --donateurs Contacts.csv --donations Donations.csv`, or `--fichier export.csv`. */
async function main(): Promise<void> {
  const demande = readDemande(process.argv.slice(2))
  if (demande === null) {
    console.log(AIDE)
    return
  }
  const avancement = ouvrirAvancement(process.stderr)
  const bilan: Bilan = { fichiers: [], a_decider: [], adresse: null, phrase: '' }
  try {
    await executer(ouvrirAppel(process.env, demande.par), demande, avancement, bilan)
    avancement.finir()
    if (!demande.json) console.log(bilan.phrase)
  } finally {
    avancement.finir()
    process.stdin.destroy()
    if (demande.json) console.log(JSON.stringify(bilan))
  }
}

main().catch((error: unknown) => {
  console.error(reasonOf(error))
  if (error instanceof SansService) process.exitCode = FIN.sansService
  else process.exitCode = error instanceof Arret ? error.code : FIN.erreur
})
