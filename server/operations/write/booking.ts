import { issue, type Issue } from '../../../engine/core/index.ts';
import { refused } from '../../errors.ts';
import type { Booking } from '../../modules/module.ts';
import { literal, param, pieces, type SqlFragment } from '../../store/sql.ts';
import type { Write } from './write.ts';

/** Books, or fails with the refusal as `LD411`: a statement that may travel with the commit. */
export const bookingSql = ({ book, words, lines }: Booking): SqlFragment =>
  pieces(`SELECT lading.refuse(${literal(words)}, ${book}(`, param(JSON.stringify(lines), 'json'), '))');

/** Books at once. Throws `refused`; the transaction may go on, nothing having been written. */
export async function bookNow(write: Write, booking: Booking): Promise<void> {
  const [issues = []] = await bookEach(write, [booking]);
  if (issues.length > 0) throw refused(...issues);
}

/** Books for records that have nothing to do with each other, in one statement per book; the issues of each, in their order. */
export async function bookEach(write: Write, bookings: readonly (Booking | null)[]): Promise<Issue[][]> {
  const issues: Issue[][] = bookings.map(() => []);
  const books = byBook(bookings);
  if (books.length === 0) return issues;
  const answers = await write.run(...books.map((book) => pieces('SELECT ', callOf(book), ' AS refusals')));
  for (const [place, { booking }] of books.entries()) {
    const found = answers[place]?.[0]?.['refusals'] as Readonly<Record<string, { code: string }>> | null | undefined;
    for (const [link, { code, ...params }] of Object.entries(found ?? {})) {
      issues[Number(link)]?.push(issue(`${booking.words}.${code}`, '', params));
    }
  }
  return issues;
}

/** The same as statements that may travel with the commit: they book all, or fail with the first refusal as `LD411`. */
export const bookAllSql = (bookings: readonly (Booking | null)[]): SqlFragment[] =>
  byBook(bookings).map((book) =>
    pieces(
      `SELECT lading.refuse(${literal(book.booking.words)}, (SELECT r.value FROM json_each(coalesce(`,
      callOf(book),
      `, '{}')) r LIMIT 1))`,
    ),
  );

/** What goes into one book, each line with the place of its booking. */
interface Book {
  readonly booking: Booking;
  readonly lines: object[];
}

const callOf = ({ booking, lines }: Book): SqlFragment =>
  pieces(`${booking.bookEach}(`, param(JSON.stringify(lines), 'json'), ')');

function byBook(bookings: readonly (Booking | null)[]): Book[] {
  const books = new Map<string, Book>();
  for (const [at, booking] of bookings.entries()) {
    if (!booking) continue;
    const book = books.get(booking.bookEach) ?? { booking, lines: [] };
    book.lines.push(...booking.lines.map((line) => ({ ...line, link: String(at) })));
    books.set(booking.bookEach, book);
  }
  return [...books.values()];
}
