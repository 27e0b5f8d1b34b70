import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const PROGRAM = (process.env['PATH'] ?? '')
  .split(path.delimiter)
  .map((folder) => path.join(folder, 'soffice'))
  .find((program) => existsSync(program))

/** Why a test that opens a workbook in LibreOffice is skipped; false where it is not. */
export const sansLibreOffice = PROGRAM === undefined
export const SANS_LIBREOFFICE = 'LibreOffice (soffice) n’est pas installé ici'

/** Separated by tabs, quoted where needed, UTF-8, numbers as they are stored, every sheet a file. */
const CSV = 'csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,true,false,false,false,-1'

/** What LibreOffice finds in a workbook: the CSV text of each sheet, by its name. */
export function ouvrirDansLibreOffice(bytes: Buffer): Map<string, string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dons-classeur-'))
  try {
    const file = path.join(folder, 'classeur.xlsx')
    writeFileSync(file, bytes)
    const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profil')).href}`
    const out = path.join(folder, 'csv')
    const asked = [profile, '--headless', '--convert-to', CSV, '--outdir', out, file]
    execFileSync(PROGRAM ?? 'soffice', asked, { stdio: 'pipe' })
    return new Map(
      readdirSync(out).map((name) => [
        name.replace(/^classeur-(.*)\.csv$/, '$1'),
        readFileSync(path.join(out, name), 'utf8'),
      ]),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
