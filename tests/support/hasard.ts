/** The part of the random inputs that one run of `npm test` draws, other ones each time; continuous integration draws more. */
const PART = 0.1

const asked = Number(process.env['TIRAGES'] ?? PART)

/** Many times as many as usual are asked for. */
export const MANY_DRAWS = asked > 1

/** How many random inputs a property is tried with: all of them with TIRAGES=1, ten times as many with 10. */
export const tirages = (count: number): number => Math.max(2, Math.ceil(count * asked))

/** A guard against what hangs, for tests on random data: how long a busy machine takes for them is no fault. */
export const PATIENCE = 600_000 * Math.max(1, asked)
