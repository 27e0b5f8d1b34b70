import { Form } from '@remix-run/react'
import { useElementId } from './id'

export const SEARCH_PATH = '/donateurs/recherche'

/** Search for a donor, on every screen of the section. */
export function SearchForm({ q = '', main = false }: { q?: string; main?: boolean }) {
  const id = useElementId()
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
        {main ? 'Nom, e-mail, ville, code postal ou identifiant' : 'Rechercher un donateur'}
      </label>
      <input
        id={id}
        name="q"
        type="search"
        defaultValue={q}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        {...(!main && { placeholder: 'Nom, e-mail, ville…' })}
      />
      <button type="submit" className={main ? 'button' : 'button button-outline button-small'}>
        Rechercher
      </button>
    </Form>
  )
}
