export const SELECTION_PATH = '/donateurs/selection'
export const SELECTION_CSV_PATH = '/donateurs/selection.csv'
