import type writeXlsxFile from 'write-excel-file/node'

type Parts = Parameters<typeof writeXlsxFile>

/** A sheet of the library. */
export type Sheet = Parts[0][number]

/** The library's extension hook. */
export type Feature = NonNullable<NonNullable<Parts[1]>['features']>[number]
