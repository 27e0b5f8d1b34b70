import { readArguments } from '#process/arguments'

/** What `demo [--donateurs N]` and `--demo` ask for; throws an Error with a French sentence for anything else. */
export function readDemo(args: string[]) {
  const { values, positionals } = readArguments({
    args,
    allowPositionals: true,
    options: {
      demo: { type: 'boolean', default: false },
      donateurs: { type: 'string', default: '5000' },
    },
  })
  const wrong = positionals.find((word, at) => at > 0 || word !== 'demo')
  if (wrong !== undefined) throw new Error(`«\u00A0${wrong}\u00A0» ne se demande pas ici.`)
  const donateurs = Number(values.donateurs)
  if (!Number.isInteger(donateurs) || donateurs < 1 || donateurs > 1_000_000)
    throw new Error('--donateurs demande un nombre entier entre 1 et 1 000 000.')
  return { donateurs, again: positionals.length > 0, first: values.demo }
}
