/** Marks undecodable input in the UTF-8 output; never valid there, so that its row is rejected. */
export const NO_TEXT = 0xff

/** Length announced by the first byte of a UTF-8 character; 1 if it starts none. */
export function announced(byte: number): number {
  if (byte >= 0xf0 && byte < 0xf8) return 4
  if (byte >= 0xe0) return byte < 0xf0 ? 3 : 1
  return byte >= 0xc2 ? 2 : 1
}

/** Offset of an incomplete UTF-8 character at the end; the length if there is none. */
export function unfinishedUtf8(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) break
    if (byte >= 0xc0) return announced(byte) > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}
