import { parseArgs, type ParseArgsConfig } from 'node:util'

/** The options and words of a command; throws an Error with a French sentence for what it does not take. */
export function readArguments<Asked extends ParseArgsConfig>(
  asked: Asked,
): ReturnType<typeof parseArgs<Asked>> {
  try {
    return parseArgs(asked)
  } catch (cause) {
    const known = Object.keys(asked.options ?? {}).map((name) => `--${name}`)
    const taken =
      known.length > 0 ? `ses options sont ${known.join(', ')}` : 'il n’y a pas d’option'
    throw new Error(`cette demande ne se lit pas\u00A0: ${taken}.`, { cause })
  }
}
