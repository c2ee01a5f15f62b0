import { issue, type Issue } from '../../engine/index.ts';
import { refused } from '../errors.ts';
import type { Booking } from '../sockets/socket.ts';
import { literal, param, pieces, type Pieces } from '../store/sql.ts';
import type { Write } from './write.ts';

/** Books, or fails with the refusal as `LD411`: a statement that may travel with the commit. */
export const bookingSql = ({ book, words, lines }: Booking): Pieces =>
  pieces(`SELECT lading.refuse(${literal(words)}, ${book}(`, param(JSON.stringify(lines), 'json'), '))');

/** Books at once. Throws `refused`; the transaction may go on, nothing having been written. */
export async function bookNow(write: Write, booking: Booking): Promise<void> {
  const [issues = []] = await bookEach(write, [booking]);
  if (issues.length > 0) throw refused(...issues);
}

/** Books for records that have nothing to do with each other, in one statement per book; the issues of each, in their order. */
export async function bookEach(write: Write, bookings: readonly (Booking | null)[]): Promise<Issue[][]> {
  const books = new Map<string, { booking: Booking; lines: object[] }>();
  for (const [at, booking] of bookings.entries()) {
    if (!booking) continue;
    const book = books.get(booking.bookEach) ?? { booking, lines: [] };
    book.lines.push(...booking.lines.map((line) => ({ ...line, link: String(at) })));
    books.set(booking.bookEach, book);
  }
  const issues: Issue[][] = bookings.map(() => []);
  if (books.size === 0) return issues;
  const asked = [...books.values()];
  const answers = await write.run(
    ...asked.map(({ booking, lines }) =>
      pieces(`SELECT ${booking.bookEach}(`, param(JSON.stringify(lines), 'json'), ') AS refusals'),
    ),
  );
  for (const [place, { booking }] of asked.entries()) {
    const found = answers[place]?.[0]?.['refusals'] as Readonly<Record<string, { code: string }>> | null | undefined;
    for (const [link, { code, ...params }] of Object.entries(found ?? {})) {
      issues[Number(link)]?.push(issue(`${booking.words}.${code}`, '', params));
    }
  }
  return issues;
}
