/** What `each` answers for all, in their order, `atOnce` at a time. */
export async function forAll<Item, Answer>(
  items: readonly Item[],
  each: (item: Item) => Promise<Answer>,
  atOnce = 6,
): Promise<Answer[]> {
  const answers: Answer[] = []
  const rest = [...items.entries()]
  const work = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) {
      const [at, item] = next
      answers[at] = await each(item)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return answers
}
