import { HtmlValidate, StaticConfigLoader } from 'html-validate'

const loader = new StaticConfigLoader({
  extends: ['html-validate:recommended'],
  rules: {
    // Written by React and Plot: void elements, attributes and quotes as they write them.
    'attr-case': 'off',
    'attr-quotes': ['error', { style: 'any' }],
    'void-style': 'off',
    'doctype-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-trailing-whitespace': 'off',
    'long-title': 'off',
    'no-inline-style': 'error',
  },
})
// The library would work its configuration out anew for each page: a fifth of the time.
const known = loader.getConfigFor('page')
loader.getConfigFor = () => known
const validator = new HtmlValidate(loader)

/** What is wrong with a page's HTML, one line a fault. */
export async function validate(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${ruleId} ${line}:${column} ${message}`),
  )
}
