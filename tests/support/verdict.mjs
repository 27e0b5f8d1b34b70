import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * What is read of a report of Vitest.
 * @typedef {object} VitestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ name: string, message: string, assertionResults: Assertion[] }[]} testResults
 */
/** @typedef {{ fullName: string, status: string, failureMessages: string[] }} Assertion */

/**
 * What is read of a report of Playwright.
 * @typedef {object} PlaywrightReport
 * @property {{ expected: number, unexpected: number, skipped: number }} stats
 * @property {Suite[]} suites
 * @property {Failure[]} [errors]
 */
/** @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite */
/** @typedef {{ title: string, file: string, tests: Test[] }} Spec */
/** @typedef {{ projectName: string, status: string, results: { errors?: Failure[] }[] }} Test */
/** @typedef {{ message: string }} Failure */

/** @typedef {{ counts: { passed: number, failed: number }, failures: string[] }} Verdict */

/**
 * Counts and failures of a finished step: from the file of its report where it has one, else the step itself is
 * the test. A failure is a text: file, title and messages of what failed or was skipped.
 * @param {string} name
 * @param {number | null} status
 * @param {string} [file]
 * @returns {Verdict}
 */
export function judge(name, status, file) {
  if (!file)
    return {
      counts: { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 },
      failures: status === 0 ? [] : [name],
    }
  try {
    /** @type {VitestReport | PlaywrightReport} */
    const report = JSON.parse(readFileSync(file, 'utf8'))
    const { passed, failed, failures } =
      'suites' in report ? fromPlaywright(report) : fromVitest(report)
    return { counts: { passed, failed: Math.max(failed, status === 0 ? 0 : 1) }, failures }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { counts: { passed: 0, failed: 1 }, failures: [`${name}: ${why}`] }
  }
}

/** @param {VitestReport} report */
const fromVitest = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.numPendingTests + report.numTodoTests,
  failures: report.testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`${path.relative('.', name)}\n${message}`] : []),
    ...assertionResults
      .filter(({ status }) => status !== 'passed')
      .map((one) =>
        [
          `${path.relative('.', name)} › ${one.fullName} (${one.status})`,
          ...one.failureMessages,
        ].join('\n'),
      ),
  ]),
})

/** @param {PlaywrightReport} report */
const fromPlaywright = ({ stats, suites, errors = [] }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.skipped,
  failures: [...errors.map(({ message }) => message), ...suites.flatMap(failuresOf)],
})

/**
 * @param {Suite} suite
 * @returns {string[]}
 */
function failuresOf({ specs = [], suites = [] }) {
  return [
    ...specs.flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status !== 'expected')
        .map(({ projectName, status, results }) =>
          [
            `${file} › ${title} [${projectName}] (${status})`,
            ...results.flatMap(({ errors = [] }) => errors.map(({ message }) => message)),
          ].join('\n'),
        ),
    ),
    ...suites.flatMap(failuresOf),
  ]
}
