/** An unbroken run of Latin letters and digits, in capitals, with its place in what was pasted. */
export interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Column of a sheet, from 0: tabs part columns where there are any, else commas and semicolons. */
  readonly column: number;
}

/** Text between two hard separators: pieces separated only by spaces and hyphens. */
export type Cell = readonly Piece[];

/** The cells of one line. */
export type Line = readonly Cell[];

type Kind = 'sign' | 'soft' | 'hard' | 'line' | 'nothing';

function kindOf(code: number): Kind {
  if ((code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)) return 'sign';
  if (code === 32 || code === 45) return 'soft';
  // Tabs part the columns of a sheet.
  return code === 10 || code === 13 ? 'line' : 'hard';
}

/** Signs that only look like a Latin letter, a digit, a space or a hyphen, as others write them. */
function plain(sign: string): { kind: Kind; text: string } {
  // Marks that are not seen: soft hyphen, zero width signs, direction marks, byte order mark.
  if (/[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/u.test(sign)) return { kind: 'nothing', text: '' };
  if (/[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/u.test(sign)) return { kind: 'soft', text: '-' };
  if (/[\u2028\u2029\u0085]/u.test(sign)) return { kind: 'line', text: '\n' };
  if (/\s/u.test(sign)) return { kind: 'soft', text: ' ' };
  const text = sign.normalize('NFKC');
  return /^[0-9A-Za-z]+$/.test(text) ? { kind: 'sign', text } : { kind: 'hard', text };
}

/** What was pasted, as lines of cells of pieces: full-width and other look-alikes are what they look like. */
export function piecesOf(pasted: string): readonly Line[] {
  const separators = pasted.includes('\t') ? '\t' : ',;';
  const lines: Line[] = [];
  let line: Cell[] = [];
  let cell: Piece[] = [];
  let text = '';
  let start = 0;
  let end = 0;
  let column = 0;
  const endPiece = () => {
    if (text) cell.push({ text: text.toUpperCase(), start, end, column });
    text = '';
  };
  const endCell = () => {
    endPiece();
    if (cell.length) line.push(cell);
    cell = [];
  };
  for (let at = 0; at < pasted.length;) {
    const code = pasted.codePointAt(at) as number;
    const sign = String.fromCodePoint(code);
    const { kind, text: seen } = code < 128 ? { kind: kindOf(code), text: sign } : plain(sign);
    if (kind === 'sign') {
      if (!text) start = at;
      text += seen;
      end = at + sign.length;
    } else if (kind === 'soft') endPiece();
    else if (kind === 'hard') {
      endCell();
      if (separators.includes(sign)) column += 1;
    } else if (kind === 'line') {
      endCell();
      if (line.length) lines.push(line);
      line = [];
      column = 0;
    }
    at += sign.length;
  }
  endCell();
  if (line.length) lines.push(line);
  return lines;
}
