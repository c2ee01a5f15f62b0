import { issue, type Issue } from '../../../engine/core/index.ts';
import { refused } from '../../errors.ts';
import type { Booking } from '../../modules/module.ts';
import { literal, param, pieces, type SqlFragment } from '../../store/sql.ts';
import type { Write } from './write.ts';

/** A statement that posts the booking, or fails with the refusal as `LD411`; it can be sent with the commit. */
export const bookingSql = ({ book, words, lines }: Booking): SqlFragment =>
  pieces(`SELECT lading.refuse(${literal(words)}, ${book}(`, param(JSON.stringify(lines), 'json'), '))');

/** Posts the booking now. Throws `refused` with nothing written, so the transaction may continue. */
export async function bookNow(write: Write, booking: Booking): Promise<void> {
  const [issues = []] = await bookEach(write, [booking]);
  if (issues.length > 0) throw refused(...issues);
}

/** Posts independent bookings in one statement per book; answers the issues of each, in order. */
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

/** The same as statements that can be sent with the commit: all are posted, or the first refusal fails as `LD411`. */
export const bookAllSql = (bookings: readonly (Booking | null)[]): SqlFragment[] =>
  byBook(bookings).map((book) =>
    pieces(
      `SELECT lading.refuse(${literal(book.booking.words)}, (SELECT r.value FROM json_each(coalesce(`,
      callOf(book),
      `, '{}')) r LIMIT 1))`,
    ),
  );

/** The lines of one book, each with the index of its booking. */
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
