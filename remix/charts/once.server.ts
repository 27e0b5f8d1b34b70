import { referenceTo } from '../ui/drawings'

/** A line of a page's data: values by place, which refer to each other. */
function withReferences(line: string): string {
  if (!line.startsWith('[')) return line
  const values = JSON.parse(line) as unknown[]
  return JSON.stringify(values.map(referenceTo))
}

/** A page's data as its scripts read them, without the drawings that its markup has. */
export function withoutDrawings(data: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let rest = ''
  const lines = new TransformStream<string, string>({
    transform(text, controller) {
      const [last = '', ...whole] = (rest + text).split('\n').reverse()
      rest = last
      for (const line of whole.reverse()) controller.enqueue(`${withReferences(line)}\n`)
    },
    flush(controller) {
      if (rest !== '') controller.enqueue(withReferences(rest))
    },
  })
  return data
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(lines)
    .pipeThrough(new TextEncoderStream())
}
