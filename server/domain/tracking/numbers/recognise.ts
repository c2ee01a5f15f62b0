import names from './carrier-names.json';
import { columnsOfOthers, isOneText, type CellWithNumbers } from './columns.ts';
import type { NumberFormat } from './formats.ts';
import { piecesOf, type Cell } from './pieces.ts';
import { formatsOf, mayBeNumber, newBudget, readCell } from './read-cell.ts';

export interface RecognisedNumber {
  /** Without spaces and in capitals. */
  readonly number: string;
  /** What the carrier follows: the same, or the part of a bar code that is the number. */
  readonly trackingNo: string;
  readonly carrier: string;
  readonly service?: string;
  /** Others whose format it fits as well. */
  readonly others: readonly string[];
}

/** `checkDigit`: looks like a number of that carrier, and its check digit is wrong. `noProof`: nothing in it proves whose it is. `rounded`: a sheet wrote it as 9.86E+11. */
export type FaultReason = 'checkDigit' | 'noProof' | 'rounded' | 'noFormat';

export interface Fault {
  readonly pasted: string;
  readonly reason: FaultReason;
  readonly carrier?: string;
}

export interface Recognised {
  readonly numbers: readonly RecognisedNumber[];
  readonly repeated: readonly { readonly number: string; readonly times: number; readonly pasted: readonly string[] }[];
  readonly unknown: readonly Fault[];
}

const named = Object.entries(names).map(([carrier, words]) => ({ carrier, name: new RegExp(words.join('|'), 'i') }));
const carriersNamedIn = (text: string): string[] =>
  named.flatMap(({ carrier, name }) => (name.test(text) ? [carrier] : []));

/** A carrier's name or the word for a number, glued in front of one. */
const leadWord = /^(?:UPS|FEDEX|USPS|DHL|TRK|TRACKING|TRACK|AWB|NO)+(?=1Z|\d{10})/;
const rounded = /\b\d(?:\.\d+)?E\+\d{2}\b/i;

const countDigits = (text: string): number => text.replace(/\D/g, '').length;

/** Reads what people paste. Pure; every number once, in the order in which they came. */
export function recognise(pasted: string): Recognised {
  const context = { pasted, all: null as string[] | null };
  const found = new Map<string, { as: RecognisedNumber; pasted: string[] }>();
  const faults = new Map<string, Fault>();
  const text = pasted.replace(new RegExp(rounded, 'gi'), (match) => {
    faults.set(match, { pasted: match, reason: 'rounded' });
    return ','.repeat(match.length);
  });
  const budget = newBudget();
  const lines = piecesOf(text).map((line) =>
    line.map(withoutLead).map((cell): CellWithNumbers => ({ cell, found: readCell(cell, budget) })),
  );
  const others = columnsOfOthers(lines);
  for (const line of lines) readLine(line, { context, found, faults, others });
  return {
    numbers: [...found.values()].map(({ as }) => as),
    repeated: [...found.values()].flatMap(({ as: { number }, pasted: times }) =>
      times.length > 1 ? [{ number, times: times.length, pasted: times }] : [],
    ),
    unknown: [...faults.values()],
  };
}

interface Reading {
  readonly context: { readonly pasted: string; all: string[] | null };
  readonly found: Map<string, { as: RecognisedNumber; pasted: string[] }>;
  readonly faults: Map<string, Fault>;
  /** Columns that hold something else. */
  readonly others: ReadonlySet<number>;
}

const withoutLead = (cell: Cell): Cell =>
  cell.map((piece) => {
    const text = piece.text.replace(leadWord, '');
    return text === piece.text ? piece : { ...piece, text, start: piece.end - text.length };
  });

function readLine(line: readonly CellWithNumbers[], reading: Reading): void {
  const { context, found, others } = reading;
  const left: Cell[] = [];
  let recognised = 0;
  let carriers: string[] | null = null;
  // The carrier that is named on the line, else the only one that is named anywhere.
  const written = context.pasted.slice(line[0]?.cell[0]?.start, line.at(-1)?.cell.at(-1)?.end);
  const hints = (): string[] => {
    if (carriers) return carriers;
    carriers = carriersNamedIn(written);
    if (carriers.length === 0) {
      context.all ??= carriersNamedIn(context.pasted);
      carriers = context.all.length === 1 ? context.all : [];
    }
    return carriers;
  };
  for (const { cell, found: numbers } of line) {
    const other = others.has(cell[0]?.column ?? 0);
    if (other && isOneText(cell) && numbers[0]?.fits[0]?.proof !== 'sure') continue;
    let at = 0;
    for (const { number, fits, from, to } of numbers) {
      if (other && fits[0]?.proof !== 'sure') continue;
      const format = choose(fits, hints);
      if (!format) continue;
      if (from > at) left.push(cell.slice(at, from));
      at = to;
      recognised += 1;
      const as = asRecognised(number, format, fits);
      const before = found.get(as.trackingNo);
      const text = context.pasted.slice(cell[from]?.start, cell[to - 1]?.end);
      if (before) before.pasted.push(text);
      else found.set(as.trackingNo, { as, pasted: [text] });
    }
    if (at < cell.length) left.push(cell.slice(at));
  }
  const besideNumber = recognised > 0 || rounded.test(written);
  for (const rest of left) noteFaults(rest, besideNumber, reading);
}

/** The surest format, unless another one's carrier is named; one that proves nothing needs its carrier's name. */
function choose(fits: readonly NumberFormat[], hints: () => readonly string[]): NumberFormat | undefined {
  const [first] = fits;
  if (fits.length === 1 && first?.proof !== 'guess') return first;
  const told = fits.find(({ carrier }) => hints().includes(carrier));
  return told ?? fits.find(({ proof }) => proof !== 'guess');
}

function asRecognised(number: string, format: NumberFormat, fits: readonly NumberFormat[]): RecognisedNumber {
  const service = format.service?.(number);
  return {
    ...{ number, trackingNo: format.tracked?.(number) ?? number, carrier: format.carrier },
    ...(service && { service }),
    others: [...new Set(fits.flatMap(({ carrier }) => (carrier === format.carrier ? [] : [carrier])))],
  };
}

/**
 * Remaining text is reported as unknown if it may have been meant as a number: long enough for one, or, on a line without a
 * number, anything with digits. Words, dates and amounts beside a number are not.
 */
function noteFaults(rest: Cell, besideNumber: boolean, { context, faults }: Reading): void {
  const textOf = (pieces: Cell) => context.pasted.slice(pieces[0]?.start, pieces.at(-1)?.end);
  const note = (pieces: Cell) => {
    const pasted = textOf(pieces);
    if (!faults.has(pasted)) faults.set(pasted, faultOf(pasted, pieces.map(({ text }) => text).join('')));
  };
  const joined = rest.map(({ text }) => text).join('');
  if (!besideNumber && countDigits(joined) > 0 && (rest.length === 1 || countDigits(joined) >= 3)) return note(rest);
  for (const piece of inGroups(rest)) if (piece.length > 1 || mayBeNumber(piece[0]?.text ?? '')) note(piece);
}

/** Digits in groups of three or more, as FedEx prints its numbers; dates and times have shorter groups. */
const group = /^\d{3,}$/;

/** The pieces of a text, with groups of digits that have the shape of one number taken together. */
function inGroups(rest: Cell): Cell[] {
  const found: Cell[] = [];
  for (let at = 0; at < rest.length;) {
    let to = at;
    while (group.test(rest[to]?.text ?? '')) to += 1;
    const run = rest.slice(at, to);
    const joined = run.map(({ text }) => text).join('');
    if (run.length > 1 && joined.length >= 12 && formatsOf(joined, true).length > 0) found.push(run);
    else for (const piece of rest.slice(at, Math.max(to, at + 1))) found.push([piece]);
    at = Math.max(to, at + 1);
  }
  return found;
}

function faultOf(pasted: string, text: string): Fault {
  const shapes = formatsOf(text, true);
  const carriers = [...new Set(shapes.map(({ carrier }) => carrier))];
  const whose = carriers.length === 1 ? { carrier: carriers[0] as string } : {};
  if (shapes.some(({ check }) => check)) return { pasted, reason: 'checkDigit', ...whose };
  return { pasted, reason: shapes.length ? 'noProof' : 'noFormat', ...whose };
}
