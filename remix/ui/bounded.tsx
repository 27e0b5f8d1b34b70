const LONGEST_WORD = 30
const LONGEST_TEXT = 60

const isLong = (text: string) =>
  text.length > LONGEST_TEXT || text.split(/\s/).some((word) => word.length > LONGEST_WORD)

/** A text of any length: a very long one is wrapped wherever it must, and pushes no column off the screen. */
export const Bounded = ({ children }: { children: string }) =>
  isLong(children) ? <span className="bounded">{children}</span> : children
