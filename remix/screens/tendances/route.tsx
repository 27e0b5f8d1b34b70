import type { MetaFunction } from '@remix-run/node'
import { pageTitle } from '../../ui/page-title'

export default function Tendances() {
  return (
    <article className="page">
      <h1 className="placeholder">Page Tendances - En développement</h1>
    </article>
  )
}

export const meta: MetaFunction = () => [{ title: pageTitle('Tendances') }]
