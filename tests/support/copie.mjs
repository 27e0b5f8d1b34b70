import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('../..', import.meta.url))

/**
 * A copy of the project as it stands, or as a commit has it, without what git ignores, in which tests can run.
 * @param {string} [commit]
 */
export function copyProject(commit) {
  const copy = mkdtempSync(path.join(tmpdir(), 'dons-copie-'))
  if (commit) {
    const tar = path.join(copy, 'commit.tar')
    spawnSync('git', ['archive', '-o', tar, commit], { cwd: project })
    spawnSync('tar', ['-xf', tar, '-C', copy])
  } else {
    const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
    const { stdout } = spawnSync('git', listed, { cwd: project, encoding: 'utf8' })
    for (const file of stdout.split('\0').filter((name) => existsSync(path.join(project, name))))
      if (file !== '') cpSync(path.join(project, file), path.join(copy, file))
  }
  symlinkSync(path.join(project, 'node_modules'), path.join(copy, 'node_modules'))
  if (existsSync(path.join(project, 'build')))
    cpSync(path.join(project, 'build'), path.join(copy, 'build'), { recursive: true })
  return copy
}
