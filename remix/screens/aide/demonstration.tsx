const FILES = [
  ['Contacts', 'Fichier des donateurs'],
  ['Donations', 'Fichier des dons'],
] as const

/** The two files of invented people and gifts, made by the build. */
export const DemonstrationFiles = () => (
  <ul>
    {FILES.map(([name, label]) => (
      <li key={name}>
        <a href={`/demonstration/${name}-demonstration.csv`} download>
          {label}
        </a>
      </li>
    ))}
  </ul>
)
