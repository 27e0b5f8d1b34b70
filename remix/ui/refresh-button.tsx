import { Form, useLocation, useNavigation } from '@remix-run/react'

/** 'Actualiser': refreshes the views, showing progress over the current screen; they refresh by themselves, too. */
export function RefreshButton({ small = false }: { small?: boolean }) {
  const { pathname, search } = useLocation()
  const waiting = useNavigation().formAction?.startsWith('/rafraichissement') ?? false
  return (
    <Form method="post" action="/rafraichissement" preventScrollReset>
      <input type="hidden" name="retour" value={pathname + search} />
      <button
        type="submit"
        className={small ? 'button button-outline button-small' : 'button button-outline'}
        aria-disabled={waiting}
      >
        Actualiser
      </button>
    </Form>
  )
}
