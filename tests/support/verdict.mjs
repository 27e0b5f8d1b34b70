import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Counts and failures of a finished step: from the file of its report where it has one, else the step itself is
 * the test. A failure is a text: file, title and messages of what failed or was skipped.
 */
export function judge(name, status, file) {
  if (!file)
    return {
      counts: { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 },
      failures: status === 0 ? [] : [name],
    }
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    const failed = report.stats?.unexpected ?? report.numFailedTests
    const skipped = report.stats?.skipped ?? report.numPendingTests + report.numTodoTests
    return {
      counts: {
        passed: report.stats?.expected ?? report.numPassedTests,
        failed: Math.max(failed + skipped, status === 0 ? 0 : 1),
      },
      failures: report.suites ? fromPlaywright(report) : fromVitest(report),
    }
  } catch (error) {
    return { counts: { passed: 0, failed: 1 }, failures: [`${name}: ${error.message}`] }
  }
}

const fromVitest = ({ testResults }) =>
  testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`${path.relative('.', name)}\n${message}`] : []),
    ...assertionResults
      .filter(({ status }) => status !== 'passed')
      .map((one) =>
        [
          `${path.relative('.', name)} › ${one.fullName} (${one.status})`,
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
