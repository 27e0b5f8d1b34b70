/** In the place of a secondary part of a screen that could not be loaded; the rest of the screen is whole. */
export function Unavailable({ children: sentence }: { children: string }) {
  return <p className="unavailable">{sentence} Rechargez la page pour réessayer.</p>
}
