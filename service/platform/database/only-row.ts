/** Returns the only row of a query that always has one (an aggregate, scalars). */
export function onlyRow<Row>({ rows }: { rows: readonly Row[] }): Row {
  const [row] = rows
  if (row === undefined) throw new Error('A query that always has a row has none.')
  return row
}
