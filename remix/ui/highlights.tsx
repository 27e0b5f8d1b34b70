import { Kpi, Kpis } from './kpi'

interface Highlight {
  label: string
  value: string
  detail: string
}

/** What is worth knowing of a table, as key figures. */
export function Highlights({ highlights }: { highlights: Highlight[] }) {
  if (highlights.length === 0) return null
  return (
    <Kpis className="highlights">
      {highlights.map(({ label, value, detail }) => (
        <Kpi key={label} label={label} value={value} detail={detail} />
      ))}
    </Kpis>
  )
}
