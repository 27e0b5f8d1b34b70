/** How many random inputs a property is tried with; TIRAGES=10 asks for ten times as many. */
export const tirages = (count: number): number => count * Number(process.env['TIRAGES'] ?? 1)
