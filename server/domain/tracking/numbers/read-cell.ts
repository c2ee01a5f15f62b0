import { formats, maxNumber, type NumberFormat } from './formats.ts';
import type { Cell, Piece } from './pieces.ts';

/** Some pieces of a cell that are a number, and the formats it fits, the surest first. */
export interface FoundNumber {
  readonly number: string;
  readonly fits: readonly NumberFormat[];
  readonly from: number;
  /** The piece behind the last one. */
  readonly to: number;
}

const digitLengths = new Set([10, 11, 12, 14, 15, 16, 18, 20, 22, 26, 28, 30, 32, 34]);
const onlyDigits = /^\d+$/;
const onlyLetters = /^[A-Z]+$/;

/** Cheap, so that most texts never meet the formats. */
function hasShape(text: string): boolean {
  // One digit over and over passes many check digits, and fills cells that were left empty.
  if (onlyDigits.test(text)) return digitLengths.has(text.length) && !/^(\d)\1+$/.test(text);
  if (text.startsWith('1Z')) return text.length === 18;
  if (text.startsWith('1LS')) return text.length <= 17;
  return text.length >= 10 && text.length <= maxNumber && /^[A-Z]/.test(text) && /\d/.test(text);
}

/** Long enough for a number, so that it is reported where it is none. */
export const mayBeNumber = (text: string): boolean => text.length >= 10 && text.replace(/\D/g, '').length >= 6;

/** Most texts are digits alone, and most formats are not for them. */
const digitFormats = formats.filter(({ pattern }) => !/[A-Z]/.test(pattern.source));

/** The formats that a text fits; without the check digit where `shapeOnly`. */
export const formatsOf = (text: string, shapeOnly = false): readonly NumberFormat[] =>
  hasShape(text)
    ? (onlyDigits.test(text) ? digitFormats : formats).filter(
        ({ pattern, check }) => pattern.test(text) && (shapeOnly || !check || check(text)),
      )
    : [];

/** As carriers print long numbers: groups of four, or of three, of which the first or the last may be shorter. */
function isPrinted(pieces: Cell): boolean {
  const lengths = pieces.map(({ text }) => text.length);
  // That is how telephone numbers are written.
  if (`${lengths}` === '3,3,4') return false;
  const inner = lengths.slice(1, -1);
  return [4, 3].some((group) => {
    const [first = 0, last = 0] = [lengths[0], lengths.at(-1)];
    const outer = (first === group && last <= group) || (last === group && first <= group);
    return outer && inner.every((length) => length === group);
  });
}

interface Window {
  readonly cell: Cell;
  readonly from: number;
  readonly to: number;
  readonly alone: readonly boolean[];
}

/** Whether pieces that stand apart may be one number of this format. */
function mayJoin(format: NumberFormat, { cell, from, to, alone }: Window): boolean {
  const pieces = cell.slice(from, to);
  const whole = pieces.length === cell.length;
  const routed = pieces[0]?.text.startsWith('420') === true && format.carrier === 'USPS';
  // A complete number is never part of another one, apart from postal routing in front of it.
  if (alone.slice(from, to).some(Boolean) && !routed) return false;
  if (format.proof === 'sure' && format.check && !/^\[[A-Z]+\]/.test(format.pattern.source.slice(1))) return true;
  if (whole && pieces.every(({ text }) => text.length <= (format.proof === 'sure' ? maxNumber : 8))) return true;
  return format.proof === 'digit' && isPrinted(pieces);
}

const weight = { sure: 20, digit: 4, guess: 0 } as const;

/** What a number may begin with: more pieces are only tried while it fits, so that a long text costs little. */
const beginsWell = /^(?:1Z[0-9A-Z]{0,16}|1LS\d*|[A-Z]{0,7}\d*[A-Z]{0,2})$/;
/** Digits that say by themselves whose they are, so that they may be parted in any way. */
const beginsSurely = /^(?:9[1-6]?|42?0?)$|^9[1-6]|^420/;

/** Whether digits in these pieces may still become groups of four or three. */
const mayBePrinted = (cell: Cell, from: number, to: number): boolean => {
  const group = cell[from + 1]?.text.length;
  if (to - from < 3) return true;
  return (group === 4 || group === 3) && cell[to - 2]?.text.length === group;
};

/** How many more times pieces are joined in what was pasted; without it a hostile text would hold up everybody. */
export interface Budget {
  joins: number;
}
/** More than 3,000 numbers need, with a space behind each digit. */
export const newBudget = (): Budget => ({ joins: 600_000 });

/** All numbers that pieces of a cell may be, by the piece they begin with. */
function numbersFrom(cell: Cell, from: number, alone: readonly boolean[], budget: Budget): FoundNumber[] {
  const found: FoundNumber[] = [];
  let number = '';
  for (let to = from + 1; to <= cell.length; to += 1) {
    if (to - from > 1 && (budget.joins -= 1) < 0) break;
    const { text } = cell[to - 1] as Piece;
    const ups = number.startsWith('1Z');
    // A word ends what came before it.
    if (number && !ups && text.length > 3 && onlyLetters.test(text)) break;
    number += text;
    if (number.length > (ups ? 18 : maxNumber) || !beginsWell.test(number)) break;
    const joined = to - from > 1;
    // All of a cell may be one number, however it is parted.
    if (joined && from > 0 && onlyDigits.test(number) && !beginsSurely.test(number) && !mayBePrinted(cell, from, to))
      break;
    const fits = formatsOf(number).filter((format) => !joined || mayJoin(format, { cell, from, to, alone }));
    if (fits.length) found.push({ number, fits, from, to });
  }
  return found;
}

/**
 * The numbers of a cell: of all ways to part its pieces the one that explains most signs, then the one with the
 * surest numbers, then the one that joins fewest.
 */
export function readCell(cell: Cell, budget = newBudget()): readonly FoundNumber[] {
  const alone = cell.map(({ text }) => formatsOf(text).some(({ proof }) => proof !== 'guess'));
  const best: { score: number; take: FoundNumber | null }[] = [];
  best[cell.length] = { score: 0, take: null };
  for (let from = cell.length - 1; from >= 0; from -= 1) {
    let chosen: { score: number; take: FoundNumber | null } = { score: best[from + 1]?.score ?? 0, take: null };
    for (const take of numbersFrom(cell, from, alone, budget)) {
      const { number, fits, to } = take;
      // Parts of a long number that fill its cell may look like numbers by chance.
      const fills = from === 0 && to === cell.length ? 10 : 0;
      const worth = number.length * 10_000 + (weight[fits[0]?.proof ?? 'guess'] + fills) * 100 - (to - from);
      const score = worth + (best[to]?.score ?? 0);
      if (score > chosen.score) chosen = { score, take };
    }
    best[from] = chosen;
  }
  const found: FoundNumber[] = [];
  const taken = cell.map(() => false);
  for (let at = 0; at < cell.length;) {
    const take = best[at]?.take;
    if (take) {
      found.push(take);
      taken.fill(true, take.from, take.to);
    }
    at = take?.to ?? at + 1;
  }
  return found.filter((take) => !isCutOut(take, cell, taken));
}

/** Whether joined groups go on before or behind in groups that nothing explains: then they are part of something else. */
function isCutOut({ from, to, fits }: FoundNumber, cell: Cell, taken: readonly boolean[]): boolean {
  if (to - from < 2 || fits[0]?.proof === 'sure') return false;
  const group = Math.max(...cell.slice(from, to).map(({ text }) => text.length));
  return [from - 1, to].some((at) => {
    const beside = cell[at];
    return beside !== undefined && !taken[at] && onlyDigits.test(beside.text) && beside.text.length === group;
  });
}
