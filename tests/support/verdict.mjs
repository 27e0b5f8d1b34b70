import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Counts and failures of a finished step: from the file of its report where it has one, else the step itself is
 * the test. A failure is a text: file, title and messages of what failed, was skipped or passed only when retried.
 */
export function judge(name, status, file) {
  if (!file)
    return {
      counts: { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 },
      failures: status === 0 ? [] : [name],
    }
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    const flaky = report.stats?.flaky ?? countRetried(report)
    const failed = report.stats?.unexpected ?? report.numFailedTests
    const skipped = report.stats?.skipped ?? report.numPendingTests + report.numTodoTests
    return {
      counts: {
        passed: report.stats ? report.stats.expected + flaky : report.numPassedTests,
        flaky,
        failed: Math.max(failed + skipped, status === 0 ? 0 : 1),
      },
      failures: report.suites ? fromPlaywright(report) : fromVitest(report),
    }
  } catch (error) {
    return { counts: { passed: 0, failed: 1 }, failures: [`${name}: ${error.message}`] }
  }
}

/** Vitest keeps the messages of the failed try of a test that then passed. */
const isRetried = ({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0
const countRetried = ({ testResults }) =>
  testResults.flatMap(({ assertionResults }) => assertionResults).filter(isRetried).length

const fromVitest = ({ testResults }) =>
  testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`${path.relative('.', name)}\n${message}`] : []),
    ...assertionResults
      .filter((one) => one.status !== 'passed' || isRetried(one))
      .map((one) =>
        [
          `${path.relative('.', name)} › ${one.fullName} (${isRetried(one) ? 'flaky' : one.status})`,
          ...one.failureMessages,
        ].join('\n'),
      ),
  ])

const fromPlaywright = ({ suites, errors = [] }) => [
  ...errors.map(({ message }) => message),
  ...suites.flatMap(function inside({ specs = [], suites: inner = [] }) {
    return [
      ...specs.flatMap(({ title, file, tests }) =>
        tests
          .filter(({ status }) => status !== 'expected')
          .map(({ projectName, status, results: tries }) =>
            [
              `${file} › ${title} [${projectName}] (${status})`,
              ...tries.flatMap(({ errors: all = [] }) => all.map(({ message }) => message)),
            ].join('\n'),
          ),
      ),
      ...inner.flatMap(inside),
    ]
  }),
]
