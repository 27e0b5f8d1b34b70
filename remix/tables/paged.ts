import type { Table } from '../ui/table'

/** Of a page that the service does not sort by columns: sorting some of its rows would mislead. */
export const pageOnly = ({ total_pages }: { total_pages: number }): Pick<Table, 'tri'> =>
  total_pages > 1 ? { tri: '' } : {}
