/** Calls `each` for all, `atOnce` at a time. */
export async function forAll<Item>(
  items: readonly Item[],
  each: (item: Item) => Promise<void>,
  atOnce = 6,
): Promise<void> {
  const rest = [...items]
  const work = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await each(item)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
