/** Replaces a secondary part of a screen that failed to load. */
export function Unavailable({ children: sentence }: { children: string }) {
  return <p className="unavailable">{sentence} Rechargez la page pour réessayer.</p>
}
