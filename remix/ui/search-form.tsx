import { Form } from '@remix-run/react'
import { useElementId } from './id'
import { useCarried } from './year'

export const SEARCH_PATH = '/donateurs/recherche'

/** Search for a donor, in the header of every screen; `main` on its own. */
export function SearchForm({ q = '', main = false }: { q?: string; main?: boolean }) {
  const id = useElementId()
  const carried = useCarried()
  return (
    <Form
      method="get"
      action={SEARCH_PATH}
      role="search"
      aria-label="Donateurs"
      className={main ? 'search search-main card' : 'search'}
      key={q}
    >
      <label htmlFor={id} className={main ? 'field-label' : 'visually-hidden'}>
        {main
          ? 'Nom, téléphone, e-mail, ville, code postal ou identifiant'
          : 'Rechercher un donateur'}
      </label>
      {Object.entries<string>(carried).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input
        id={id}
        name="q"
        type="search"
        defaultValue={q}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        {...(!main && { placeholder: 'Nom, téléphone, ville…' })}
      />
      <button type="submit" className={main ? 'button' : 'button button-outline button-small'}>
        Rechercher
      </button>
    </Form>
  )
}
