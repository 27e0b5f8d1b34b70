// What `npm run backup` and the like run: installs and builds what is missing, then one program of build/service.
import { build, install } from './start.mjs'

const [program] = process.argv.splice(2, 1)
install()
await build()
await import(`../build/service/${program}.js`)
