import { createHash, randomInt } from 'node:crypto';
import { badgeLength, badgeMark, badgeSigns } from '../../../../engine/core/index.ts';
import PDFDocument from 'pdfkit';
import { defineDownload, issue } from '../../../modules/module.ts';
import { pdfFonts } from '../../../files/pdf-fonts.ts';

const newBadge = (): string =>
  badgeMark + Array.from({ length: badgeLength }, () => badgeSigns[randomInt(badgeSigns.length)]).join('');

/** A new badge for a member of staff, printed this once; the one before it stops working. */
export const issueBadge = defineDownload({
  path: 'Badge/issue',
  body: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string', pattern: '^[0-9]{1,18}$', description: 'The account.' } },
    examples: [{ id: '4001' }],
  },
  needs: { entity: 'account', code: 'resetPwd' },
  perMinute: 20,
  async run(call) {
    const { actor, body, services, tenant, refuse } = call;
    const [row] = await call.list('account', { id: String(body['id']) }, 1);
    if (!row) return refuse(issue('error.notFound', 'id'));
    const badge = newBadge();
    const digest = createHash('sha256').update(badge).digest('hex');
    const given = [tenant, row['id'], digest, actor.id, actor.type];
    const [kept] = await services.query('SELECT lading.give_badge($1, $2, $3, $4, $5) AS name', given);
    const name = kept?.['name'];
    if (typeof name !== 'string') return refuse(issue('printing.noBadgeFor', 'id'));
    return {
      name: 'badge.pdf',
      mediaType: 'application/pdf',
      content: await badgePage({ name, badge, tenant: call.tenantName, note: call.say('printing.badge.note') }),
    };
  },
});

interface Badge {
  readonly name: string;
  readonly badge: string;
  readonly tenant: string;
  readonly note: string;
}

/** The size of a bank card, in points. */
const card: [number, number] = [243, 153];

async function badgePage({ name, badge, tenant, note }: Badge): Promise<Buffer> {
  const { bars } = await import('../pages.ts');
  const fonts = await pdfFonts([name, tenant, note]);
  const document = new PDFDocument({ size: card, margin: 0, pdfVersion: '1.7' });
  for (const [font, file] of fonts.files) document.registerFont(font, file);
  const bytes: Buffer[] = [];
  document.on('data', (chunk: Buffer) => bytes.push(chunk));
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));
  const put = (text: string, top: number, points: number, weight: 'plain' | 'bold') => {
    let at = 20;
    for (const run of fonts.runs(text, weight)) {
      document.fillColor('#000000').font(run.font).fontSize(points);
      document.text(run.text, at, top, { lineBreak: false });
      at += document.widthOfString(run.text);
    }
  };
  bars(document, badge, [20, 58], 0.8, 58);
  put(tenant.slice(0, 40), 14, 9, 'plain');
  put(name.slice(0, 26), 28, 15, 'bold');
  put(note, 126, 7, 'plain');
  document.end();
  await ended;
  return Buffer.concat(bytes);
}
