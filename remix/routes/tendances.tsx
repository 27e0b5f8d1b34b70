import type { MetaFunction } from '@remix-run/node'

export default function Tendances() {
  return <h1 className="placeholder">Page Tendances - En développement</h1>
}

export const meta: MetaFunction = () => [{ title: 'Tendances – Analyse - Gestion des Dons' }]
