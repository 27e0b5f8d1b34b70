interface Props {
  children: string
  /** Maximum length of an unbroken word. */
  longest: number
}

const LONGEST_TEXT = 60

/** Text of any length: very long text wraps anywhere, so that it never pushes columns off the screen. */
export function Bounded({ children: text, longest }: Props) {
  const isLong =
    text.length > LONGEST_TEXT || text.split(/\s/).some((word) => word.length > longest)
  return isLong ? <span className="bounded">{text}</span> : text
}
