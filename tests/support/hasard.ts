/** How many random inputs a property is tried with; TIRAGES=10 asks for ten times as many. */
export const tirages = (count: number): number => count * Number(process.env['TIRAGES'] ?? 1)

/** A guard against what hangs, for tests on random data: how long a busy machine takes for them is no fault. */
export const PATIENCE = tirages(600_000)
