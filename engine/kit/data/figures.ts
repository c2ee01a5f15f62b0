export interface FigureAmount {
  /** The row that it belongs to. */
  id: string;
  currency: string | null;
  sum: number;
}

/** A figure of another entity beside each row. */
export interface ShownFigure {
  key: string;
  label: string;
  /** Decimal places. */
  scale: number;
}
