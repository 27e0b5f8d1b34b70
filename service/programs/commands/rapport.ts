import { parseArgs } from 'node:util'
import { reasonOf } from '#process/reason'
import { EXIT, RapportImpossible } from '../rapport/failure'
import { writeRapport } from '../rapport/write'

const USAGE =
  'npm run rapport -- --annee 2025 --dossier DOSSIER [--adresse http://127.0.0.1:3000] [--identite NOM]'

const asked = (sentence: string, cause?: unknown) =>
  new RapportImpossible(EXIT.asked, `${sentence} Usage\u00A0: ${USAGE}`, cause)

function readArguments() {
  try {
    return parseArgs({
      options: {
        annee: { type: 'string' },
        dossier: { type: 'string' },
        adresse: { type: 'string', default: 'http://127.0.0.1:3000' },
        identite: { type: 'string' },
      },
    }).values
  } catch (cause) {
    throw asked('Cette demande ne se lit pas.', cause)
  }
}

/** With AUTH_MODE=proxy, the application lets in the user that a trusted machine names in this header. */
const identityOf = (name: string | undefined): Record<string, string> =>
  name === undefined
    ? {}
    : {
        [process.env['AUTH_HEADER'] || 'x-forwarded-user']: Buffer.from(name, 'utf8').toString(
          'latin1',
        ),
      }

async function main(): Promise<void> {
  const { annee = '', dossier, adresse, identite } = readArguments()
  if (!/^\d{4}$/.test(annee)) throw asked('Indiquez une année avec --annee.')
  if (!dossier) throw asked('Indiquez où écrire avec --dossier.')
  // The output lists one file per line.
  if (/\p{Cc}/u.test(dossier))
    throw asked('Le nom du dossier a un retour à la ligne ou un autre signe qui ne s’écrit pas.')
  if (!/^https?:\/\//.test(adresse) || !URL.canParse(adresse))
    throw asked(`${adresse} n’est pas une adresse http://.`)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const application = {
    address: new URL(adresse),
    headers: identityOf(identite),
    signal: stop.signal,
  }
  const files = await writeRapport(application, { annee: Number(annee), folder: dossier })
  for (const file of files) console.log(file)
}

main().catch((error: unknown) => {
  console.error(`Le rapport n’est pas écrit. ${reasonOf(error)}`)
  process.exitCode = error instanceof RapportImpossible ? error.exit : EXIT.refused
})
