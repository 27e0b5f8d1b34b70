/** Longer values, such as addresses, take two columns. */
const LONG_VALUE = 18

/** Labelled figures in a row; the main ones stand out. */
export function Facts({ figures, main }: { figures: [string, string][]; main?: boolean }) {
  return (
    <dl className={main ? 'facts facts-main' : 'facts'}>
      {figures.map(([label, value]) => (
        <div key={label} className={value.length > LONG_VALUE ? 'facts-long' : undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
