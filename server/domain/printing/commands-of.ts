/** Printer settings that affect a page. */
export interface PrinterSettings {
  readonly language: 'pdf' | 'zpl' | 'epl';
  readonly stock: string;
  readonly dpi: number;
  readonly rotation: string;
  /** Millimetres. */
  readonly offsetX: number;
  readonly offsetY: number;
  readonly mediaGap: string;
}

const gaps: Readonly<Record<string, string>> = { gap: '^MNY', mark: '^MNM', continuous: '^MNN' };

/** ZPL prefix for the printer's settings; empty for defaults, so that the carrier's bytes stay unchanged. */
export function zplSettings({ dpi, rotation, offsetX, offsetY, mediaGap }: PrinterSettings): string {
  const dots = (millimetres: number) => Math.round((millimetres / 25.4) * dpi);
  const moved = offsetX !== 0 || offsetY !== 0;
  return [
    gaps[mediaGap] ?? '',
    moved ? `^LT${Math.max(-120, Math.min(120, dots(offsetY)))}^LS${-dots(offsetX)}` : '',
    rotation === '180' ? '^POI' : '',
  ].join('');
}

/** Inserts the settings after the start of each page of a label. */
export function withZplSettings(label: Buffer, printer: PrinterSettings): Buffer {
  const settings = zplSettings(printer);
  if (settings === '') return label;
  return Buffer.from(label.toString('latin1').replaceAll('^XA', `^XA${settings}`), 'latin1');
}

/** Replaces characters that a printer could interpret as commands. */
const plain = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').replace(/[\^~\\"]/g, ' ');

/** A page of text in ZPL or EPL. */
export function wordsPage(lines: readonly string[], printer: PrinterSettings): Buffer {
  const step = Math.round(printer.dpi / 4);
  const margin = Math.round(printer.dpi / 4);
  const rows = lines.map((line, at) => [margin + at * step, plain(line)] as const);
  if (printer.language === 'epl')
    return Buffer.from(`\nN\n${rows.map(([y, text]) => `A${margin},${y},0,4,1,1,N,"${text}"`).join('\n')}\nP1\n`);
  const high = Math.round(printer.dpi / 6);
  const fields = rows.map(([y, text]) => `^FO${margin},${y}^A0N,${high},${high}^FD${text}^FS`);
  return Buffer.from(`^XA${zplSettings(printer)}${fields.join('')}^XZ\n`);
}

const inches: Readonly<Record<string, readonly [number, number]>> = {
  ...{ '4x6': [4, 6], '4x675': [4, 6.75], '4x8': [4, 8], '4x9': [4, 9], letter: [8.5, 11] },
};
export const stockOf = (size: string): readonly [number, number] => inches[size] ?? [4, 6];

/** A test page in the printer's language: rulers in millimetres on two sides, a frame, a bar code and the settings. */
export function testCommands(code: string, lines: readonly string[], printer: PrinterSettings): Buffer {
  const { dpi, language } = printer;
  const [width, height] = stockOf(printer.stock).map((side) => Math.round(side * dpi)) as [number, number];
  const dots = (millimetres: number) => Math.round((millimetres / 25.4) * dpi);
  const marks = (length: number) =>
    Array.from({ length: Math.floor((length / dpi) * 25.4) + 1 }, (_, at) => ({
      at: dots(at),
      long: dots(at % 10 === 0 ? 6 : at % 5 === 0 ? 4 : 2),
    }));
  const bars = [
    ...marks(width).map(({ at, long }) => [at, 0, 2, long] as const),
    ...marks(height).map(({ at, long }) => [0, at, long, 2] as const),
  ];
  const margin = dots(10);
  if (language === 'epl') {
    const drawn = bars.map(([x, y, wide, high]) => `LO${x},${y},${wide},${high}`);
    const words = lines.map((line, at) => `A${margin},${margin + dots(28) + at * dots(6)},0,3,1,1,N,"${plain(line)}"`);
    const bar = `B${margin},${margin},0,1,2,6,${dots(20)},B,"${plain(code)}"`;
    return Buffer.from(`\nN\n${[...drawn, bar, ...words].join('\n')}\nP1\n`);
  }
  const drawn = bars.map(([x, y, wide, high]) => `^FO${x},${y}^GB${wide},${high},2^FS`);
  const frame = `^FO${dots(8)},${dots(8)}^GB${width - dots(16)},${height - dots(16)},3^FS`;
  const bar = `^FO${margin + dots(4)},${margin + dots(4)}^BY2^BCN,${dots(18)},Y,N,N^FD${plain(code)}^FS`;
  const words = lines.map(
    (line, at) =>
      `^FO${margin + dots(4)},${margin + dots(34) + at * dots(7)}^A0N,${dots(5)},${dots(5)}^FD${plain(line)}^FS`,
  );
  return Buffer.from(`^XA${zplSettings(printer)}${frame}${drawn.join('')}${bar}${words.join('')}^XZ\n`);
}
