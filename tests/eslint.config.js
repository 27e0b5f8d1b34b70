import { fileURLToPath } from 'node:url'
import hooks from 'eslint-plugin-react-hooks'
import regexp from 'eslint-plugin-regexp'
import sorting from 'eslint-plugin-simple-import-sort'
import tseslint from 'typescript-eslint'

const project = fileURLToPath(new URL('..', import.meta.url))

/** Who may import whom is for `tests/unit/rooms.test.ts` to say. */
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
    files: ['**/*.{ts,tsx,mjs}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { project: 'tsconfig.json', tsconfigRootDir: project } },
    rules: {
      // A number in a sentence is written as it is; what must be formatted goes through a format.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // `data()` is Remix's way to an error boundary with a status.
      '@typescript-eslint/only-throw-error': [
        'error',
        {
          allow: [{ from: 'package', name: 'DataWithResponseInit', package: '@remix-run/router' }],
        },
      ],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-syntax': ['error', { selector: 'TSEnumDeclaration', message: 'No enums.' }],
      eqeqeq: 'error',
    },
  },
  {
    // A JSDoc type says what `JSON.parse` or `import()` gave: this rule does not read it, the compiler does.
    files: ['**/*.mjs'],
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
  {
    // Tests look into JSON as it came, cut objects down to what is asked of them, and name the answers they expect.
    files: ['tests/**/*.{ts,tsx,mjs}'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
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
    },
  },
)
