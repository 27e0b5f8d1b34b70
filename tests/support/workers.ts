/** More than the cores of a small machine: tests of the service wait for the database half of their time. */
export const WORKERS = 3
