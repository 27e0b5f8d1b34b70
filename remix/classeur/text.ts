/** What a cell of Excel holds at most. */
const LONGEST = 32_767

/**
 * A text as a workbook holds it: what no cell can hold is cut off, and `_x0041_`, by which Excel knows the character A,
 * stays as it is written. The library looks texts up in a plain object, where it finds `constructor` and the like
 * before they are put there: a control character, which it takes out as it writes, makes another name of them.
 */
export function cellText(text: string): string {
  const held = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
  const kept = held.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
  return kept in {} ? `${kept}\u0000` : kept
}
