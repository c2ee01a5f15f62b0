/** Beyond this height browsers lose whole pixels and rows tear. */
const tallest = 16_000_000;

/** How many of `total` rows a grid can show at this row height. */
export function showableRows(total: number, rowHeight: number): number {
  return Math.min(total, Math.floor(tallest / rowHeight));
}

/** How many rows one bulk action takes at most. */
export const maxBulkRows = 1000;
/** Rows per request of a bulk action; small enough to report progress. */
export const bulkChunk = 100;
/** Rows of the longest page that lists answer. */
export const longestPage = 200;
