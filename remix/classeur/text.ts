/** Excel's limit per cell. */
const LONGEST = 32_767

/**
 * Makes text safe for a cell: truncates it, and escapes sequences like `_x0041_`, which Excel reads as the character A.
 * The library looks texts up in a plain object, where `constructor` and the like already exist: an appended control
 * character, which it strips on writing, avoids the clash.
 */
export function cellText(text: string): string {
  const held = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
  const kept = held.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
  return kept in {} ? `${kept}\u0000` : kept
}
