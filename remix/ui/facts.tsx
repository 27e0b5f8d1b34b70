/** Labelled figures in a row; the main ones stand out. */
export function Facts({ figures, main }: { figures: [string, string][]; main?: boolean }) {
  return (
    <dl className={main ? 'facts facts-main' : 'facts'}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
