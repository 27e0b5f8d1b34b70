import { execFile } from 'node:child_process'

/** Runs the audit as an auditor does; its exit code and its report. */
export function runAudit(
  settings: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; report: string }> {
  const env = { ...process.env, DATABASE_URL: '', ...settings }
  return new Promise((resolve) => {
    execFile('node', ['service/exclusions/audit/main.mjs', ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, report: out + err }),
    )
  })
}
