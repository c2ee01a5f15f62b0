import { fieldTypes, type Field } from '../../core/index.ts';
import type { Page } from '../data/data-client.ts';
import type { FigureAmount, ShownFigure } from '../data/figures.ts';

/** Column ids of figures, beside the ids of fields. */
const prefix = 'figure.';

export const isFigure = (id: string): boolean => id.startsWith(prefix);

/** The amounts of a row's figure, one per currency. */
export type RowAmounts = readonly FigureAmount[];

/** A figure as a field of the rows that `withFigures` has filled: drawn like an amount, never written, sorted or searched. */
export function figureField({ key, scale }: ShownFigure): Field {
  const { money } = fieldTypes;
  return {
    name: prefix + key,
    id: prefix + key,
    meta: { type: 'money', scale, readOnly: true },
    type: {
      ...money,
      format: (value, meta, context) =>
        (value as RowAmounts)
          .map(({ sum, currency }) => `${money.format(sum, meta, context)}${currency ? ` ${currency}` : ''}`)
          .join(' \u00b7 '),
    },
    system: false,
    required: false,
    readOnly: true,
    visible: true,
    filter: null,
    value: null,
    lines: null,
  };
}

/** The rows of a page with the amounts of their figures. */
export function withFigures(page: Page): Page {
  const figures = Object.entries(page.figures ?? {});
  if (figures.length === 0) return page;
  const amountsOf = (id: string) =>
    Object.fromEntries(figures.map(([key, amounts]) => [prefix + key, amounts.filter((amount) => amount.id === id)]));
  return { ...page, rows: page.rows.map((row) => ({ ...row, ...amountsOf(row.id) })) };
}
