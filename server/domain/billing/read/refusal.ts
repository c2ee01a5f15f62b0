/** The reason for refusing a file: issue code, position and expected value. Lines and columns count from 1. */
export class BadFile extends Error {
  constructor(
    readonly code: string,
    readonly params: Readonly<Record<string, unknown>> = {},
    readonly line: number | null = null,
    readonly column: number | null = null,
  ) {
    super(code);
  }
}

/** A column as a spreadsheet names it: 0 is `A`, 52 is `BA`. */
export function letterOf(column: number): string {
  let letters = '';
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  }
  return letters;
}
