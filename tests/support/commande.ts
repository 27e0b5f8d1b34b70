import { spawn } from 'node:child_process'
import path from 'node:path'

/** How a command ended, and what it wrote. */
export interface Fini {
  code: number | null
  out: string
  err: string
}

/** Runs a built command as a cron does: these settings, this standard input. */
export function lancerCommande(
  name: string,
  args: string[],
  env: Record<string, string>,
  input = '',
): Promise<Fini> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.resolve(`build/service/${name}.js`), ...args], {
      env: { NODE_ENV: 'production', PATH: process.env['PATH'], ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, out: plain(out), err: plain(err) }))
    // Who refuses its arguments reads nothing.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

const plain = (text: string) => text.replace(/[\u00A0\u202F]/g, ' ')
