/** The row of a query that has one whatever the data: an aggregate, a list of scalars. */
export function onlyRow<Row>({ rows }: { rows: readonly Row[] }): Row {
  const [row] = rows
  if (row === undefined) throw new Error('A query that always has a row has none.')
  return row
}
