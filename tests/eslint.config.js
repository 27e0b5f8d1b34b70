import hooks from 'eslint-plugin-react-hooks'
import regexp from 'eslint-plugin-regexp'
import sorting from 'eslint-plugin-simple-import-sort'
import tseslint from 'typescript-eslint'

const none = (...patterns) => [
  'error',
  { patterns: patterns.map(([regex, message]) => ({ regex, message })) },
]

/** Who may import whom; `tests/unit/rooms.test.ts` states the same table over the whole tree. */
export default tseslint.config(
  { ignores: ['build/', 'node_modules/', '.data/', 'tests/.results/'] },
  {
    plugins: { sorting },
    rules: {
      'sorting/imports': ['error', { groups: [['^node:', '^', '^#', '^\\.', '^\\u0000']] }],
    },
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-syntax': ['error', { selector: 'TSEnumDeclaration', message: 'No enums.' }],
      eqeqeq: 'error',
    },
  },
  {
    // What people send meets these expressions: none may take more than linear time.
    files: ['service/**/*.{ts,mjs}', 'remix/**/*.{ts,tsx}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: false }],
    },
  },
  {
    files: ['remix/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks },
    rules: {
      ...hooks.configs.recommended.rules,
      'no-restricted-imports': none(
        ['service/(?!contract|process)', 'The web app knows the contract only.'],
        ['^(pg|kysely|fastify)', 'The web app knows the contract only.'],
        ['(^|/)(tests|migrations)/', 'Nobody imports tests or migrations.'],
      ),
    },
  },
  {
    files: ['service/contract/**/*.ts'],
    rules: {
      'no-restricted-imports': none(['^(?!zod$|\\./)', 'The contract imports zod only.']),
    },
  },
  {
    files: ['service/**/*.ts'],
    rules: {
      'no-restricted-imports': none(
        ['(^|/)remix/', 'The service does not know the web app.'],
        ['(^|/)(tests|migrations)/', 'Nobody imports tests or migrations.'],
      ),
    },
  },
)
