import type { Handle } from '../../ui/screen'

export const handle: Handle = { title: 'Tendances' }

export default function Tendances() {
  return (
    <article className="page">
      <h1 className="placeholder">Page Tendances - En développement</h1>
    </article>
  )
}
