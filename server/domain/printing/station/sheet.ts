import PDFDocument from 'pdfkit';
import { defineDownload } from '../../../modules/module.ts';
import { pdfFonts } from '../../../files/pdf-fonts.ts';

const commands = ['NEXT', 'HOLD', 'UNDO', 'VOID', 'SAMEBOX'] as const;
const maxBoxes = 60;

/** Bar codes for packers on letter paper: commands, and the tenant's boxes. */
export const stationSheet = defineDownload({
  path: 'Station/sheet',
  body: { type: 'object', properties: {}, examples: [{}] },
  needs: { entity: 'package', code: 'print' },
  perMinute: 20,
  async run(call) {
    const boxes = await call.list('box-size', { status: 'enabled', sort: 'name' }, maxBoxes);
    const size = (row: Readonly<Record<string, unknown>>) =>
      `${[row['length'], row['width'], row['height']].join(' × ')} ${row['unitType'] === '1' ? 'cm' : 'in'}`;
    const cards = [
      ...commands.map((code) => ({ code: `LD-${code}`, title: call.say(`printing.sheet.${code}`), note: '' })),
      ...boxes.map((row) => ({ code: `BOX-${String(row['id'])}`, title: String(row['name']), note: size(row) })),
    ];
    const content = await sheet(call.say('printing.sheet.title'), cards);
    return { name: 'station.pdf', mediaType: 'application/pdf', content };
  },
});

interface Card {
  readonly code: string;
  readonly title: string;
  readonly note: string;
}

async function sheet(title: string, cards: readonly Card[]): Promise<Buffer> {
  const { bars } = await import('../pages.ts');
  const fonts = await pdfFonts([title, ...cards.flatMap((card) => [card.title, card.note])]);
  const document = new PDFDocument({ size: 'letter', margin: 0, autoFirstPage: false, pdfVersion: '1.7' });
  for (const [name, file] of fonts.files) document.registerFont(name, file);
  const bytes: Buffer[] = [];
  document.on('data', (chunk: Buffer) => bytes.push(chunk));
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));
  const put = (text: string, [left, top]: readonly [number, number], points: number, weight: 'plain' | 'bold') => {
    let at = left;
    for (const run of fonts.runs(text, weight)) {
      document.fillColor('#000000').font(run.font).fontSize(points).text(run.text, at, top, { lineBreak: false });
      at += document.widthOfString(run.text);
    }
  };
  const onPage = 14;
  for (const [place, card] of cards.entries()) {
    const at = place % onPage;
    if (at === 0) {
      document.addPage();
      put(title, [40, 28], 16, 'bold');
    }
    const [left, top] = [40 + (at % 2) * 276, 62 + Math.floor(at / 2) * 100];
    put(card.title, [left, top], 13, 'bold');
    if (card.note) put(card.note, [left + 150, top + 2], 10, 'plain');
    bars(document, card.code, [left, top + 20], 0.95, 42);
    put(card.code, [left, top + 66], 9, 'plain');
  }
  document.end();
  await ended;
  return Buffer.concat(bytes);
}
