import type writeXlsxFile from 'write-excel-file/node'

type Parts = Parameters<typeof writeXlsxFile>

/** A sheet as the library takes it. */
export type Sheet = Parts[0][number]

/** What adds to its files. */
export type Feature = NonNullable<NonNullable<Parts[1]>['features']>[number]
