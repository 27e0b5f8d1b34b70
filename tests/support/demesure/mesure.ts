import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

/** One answer, and what it cost those who waited for others. */
export interface Mesure {
  adresse: string
  status: number
  octets: number
  ms: number
  /** The longest that each program did not answer meanwhile, in ms, beyond what a program that does nothing did not. */
  gels: number[]
  /** The time of a processor that the JavaScript of each program took meanwhile, in ms: none is frozen longer. */
  travail: number[]
  texte: string
}

/** Milliseconds of a processor that what runs a program's JavaScript has used; Linux counts in hundredths of a second. */
function processorTime(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Measures answers while it asks these programs all the time whether they live. */
export async function openMesures(programs: { url: string; pid: number | undefined }[]) {
  const idle = createServer((_request, response) => response.end()).listen(0, '127.0.0.1')
  await once(idle, 'listening')
  const witness = `http://127.0.0.1:${(idle.address() as AddressInfo).port}/`
  const probe = fork(path.resolve('tests/support/demesure/sonde.mjs'), [
    witness,
    ...programs.map(({ url }) => `${url}/live`),
  ])
  const read = async (): Promise<number[]> => {
    probe.send('lire')
    const [worst] = (await once(probe, 'message')) as [number[]]
    const [alone = 0, ...theirs] = worst
    return theirs.map((ms) => Math.max(0, Math.round(ms - alone)))
  }
  await read()
  return {
    async mesurer(url: string): Promise<Mesure> {
      await read()
      const before = programs.map(({ pid }) => processorTime(pid))
      const begun = performance.now()
      const answer = await fetch(url, { signal: AbortSignal.timeout(60_000) })
      let octets = 0
      const parts: Uint8Array[] = []
      for await (const part of answer.body ?? []) {
        const bytes = part as Uint8Array
        octets += bytes.length
        if (octets < 4_000_000) parts.push(bytes)
      }
      const ms = Math.round(performance.now() - begun)
      const gels = await read()
      return {
        adresse: url,
        status: answer.status,
        octets,
        ms,
        gels,
        travail: programs.map(({ pid }, at) => processorTime(pid) - (before[at] ?? 0)),
        texte: Buffer.concat(parts).toString(),
      }
    },
    async close() {
      probe.disconnect()
      idle.close()
      await once(probe, 'exit')
    },
  }
}
