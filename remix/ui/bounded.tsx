interface Props {
  children: string
  /** How many characters of a word stay together. */
  longest: number
}

const LONGEST_TEXT = 60

/** A text of any length: a very long one is wrapped wherever it must, and pushes no column off the screen. */
export function Bounded({ children: text, longest }: Props) {
  const isLong =
    text.length > LONGEST_TEXT || text.split(/\s/).some((word) => word.length > longest)
  return isLong ? <span className="bounded">{text}</span> : text
}
