/** Who decided: as recorded, and the person behind it where one was named. */
export const actorOf = (actor: string, identite: string | null): string =>
  identite ? `${actor} (${identite})` : actor
