// Asks addresses every few milliseconds in a process of its own, so that nothing else delays it, and tells when it is asked
// the longest that each took to answer since it was asked last.
import http from 'node:http'

const EVERY_MS = 5
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })

/** @param {string} url */
const ask = (url) =>
  new Promise((resolve) => {
    http.get(url, { agent }, (answer) => answer.resume().on('end', resolve)).on('error', resolve)
  })

/** @type {number[]} */
let worst = process.argv.slice(2).map(() => 0)
/** @type {number[]} */
const asked = worst.map(() => 0)

process.on('message', () => {
  const now = performance.now()
  process.send?.(worst.map((ms, at) => Math.max(ms, asked[at] ? now - asked[at] : 0)))
  worst = worst.map(() => 0)
})
process.on('disconnect', () => process.exit())

for (const [at, url] of process.argv.slice(2).entries()) {
  const loop = async () => {
    asked[at] = performance.now()
    await ask(url)
    worst[at] = Math.max(worst[at] ?? 0, performance.now() - (asked[at] ?? 0))
    asked[at] = 0
    setTimeout(() => void loop(), EVERY_MS)
  }
  void loop()
}
