/** One chart as SVG text, drawn for wide and for narrow places; the style sheet shows the one that fits. */
export interface Drawing {
  large: string
  small: string
}
