import type { PrintedBlock } from './block-pdf.ts';

/** A block of a mail with its final texts. */
export type MailBlock = PrintedBlock | { readonly kind: 'button'; readonly text: string; readonly url: string };

export interface MailSheet {
  readonly culture: string;
  readonly subject: string;
  /** What stands for the logo where pictures are not shown. */
  readonly sender: string;
  readonly blocks: readonly MailBlock[];
}

/** The content id under which the logo is attached to a mail. */
export const logoId = 'logo';

const face = "-apple-system,'Segoe UI',Roboto,'PingFang SC','Microsoft YaHei',sans-serif";
const ink = { text: '#1f2329', quiet: '#646a73', line: '#dee0e3', accent: '#1456f0' };

/**
 * A mail as HTML and as plain text. Styles stand at their elements and layout is in tables, because mail readers drop style
 * sheets. Every text is escaped; nothing but the tenant's logo is loaded.
 */
export function blockMail(sheet: MailSheet): { html: string; text: string } {
  const body = sheet.blocks.map((block) => markOf(block, sheet.sender)).join('\n');
  const html = [
    `<!doctype html><html lang="${escaped(sheet.culture)}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><title>${escaped(sheet.subject)}</title></head>`,
    '<body style="margin:0;background:#f5f6f7"><table role="presentation" width="100%" cellpadding="0" cellspacing="0">',
    '<tr><td align="center" style="padding:24px 12px">',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#fff">',
    `<tr><td style="padding:24px;font:15px/1.5 ${face};color:${ink.text};text-align:left">`,
    body,
    '</td></tr></table></td></tr></table></body></html>',
  ].join('\n');
  const text = sheet.blocks.map(plainOf).filter(Boolean).join('\n\n');
  return { html, text };
}

function markOf(block: MailBlock, sender: string): string {
  switch (block.kind) {
    case 'logo':
      return `<p style="margin:0 0 16px"><img src="cid:${logoId}" alt="${escaped(sender)}" style="max-width:140px;max-height:44px"></p>`;
    case 'heading':
      return `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${broken(block.text)}</h1>`;
    case 'text':
      return `<p style="margin:0 0 16px">${broken(block.text)}</p>`;
    case 'terms':
      return `<p style="margin:0 0 16px;font-size:12px;color:${ink.quiet}">${broken(block.text)}</p>`;
    case 'address':
      return titled(block.title, `<p style="margin:0 0 16px">${broken(block.lines.join('\n'))}</p>`);
    case 'fields':
      return titled(block.title, pairs(block.pairs));
    case 'table':
      return titled(block.title, table(block));
    case 'amount':
      return `<p style="margin:0 0 16px;padding-top:8px;border-top:1px solid ${ink.line}"><b>${escaped(block.title)}</b><br><span style="font-size:22px;font-weight:600">${escaped(block.value)}</span></p>`;
    case 'button':
      return `<p style="margin:0 0 16px"><a href="${escaped(block.url)}" style="display:inline-block;padding:10px 20px;border-radius:4px;background:${ink.accent};color:#fff;text-decoration:none">${escaped(block.text)}</a></p>`;
    case 'pageNumber':
      return '';
  }
}

const titled = (title: string, body: string): string =>
  title ? `<h2 style="margin:0 0 4px;font-size:15px">${escaped(title)}</h2>${body}` : body;

const pairs = (all: readonly (readonly [string, string])[]): string =>
  [
    '<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">',
    ...all.map(
      ([label, value]) =>
        `<tr><td valign="top" style="padding:2px 16px 2px 0;color:${ink.quiet}">${escaped(label)}</td><td style="padding:2px 0">${broken(value)}</td></tr>`,
    ),
    '</table>',
  ].join('\n');

function table({ columns, lines, totals }: Extract<PrintedBlock, { kind: 'table' }>): string {
  const cells = (tag: string, texts: readonly string[]) =>
    texts
      .map((text, at) => `<${tag} align="${columns[at]?.number ? 'right' : 'left'}">${broken(text)}</${tag}>`)
      .join('');
  const headers = columns.map(({ header }) => header);
  return [
    `<div style="overflow-x:auto;margin:0 0 16px"><table width="100%" cellpadding="6" cellspacing="0" border="1" bordercolor="${ink.line}" style="border-collapse:collapse;font-size:13px">`,
    `<tr style="background:#f5f6f7">${cells('th', headers)}</tr>`,
    ...lines.map((line) => `<tr>${cells('td', line)}</tr>`),
    totals ? `<tr style="font-weight:600">${cells('td', totals)}</tr>` : '',
    '</table></div>',
  ].join('\n');
}

function plainOf(block: MailBlock): string {
  switch (block.kind) {
    case 'address':
      return [block.title, ...block.lines].filter(Boolean).join('\n');
    case 'fields':
      return [block.title, ...block.pairs.map(([label, value]) => `${label}: ${value}`)].filter(Boolean).join('\n');
    case 'table': {
      const rows = [block.columns.map(({ header }) => header), ...block.lines, ...(block.totals ? [block.totals] : [])];
      return [block.title, ...rows.map((row) => row.join(' | '))].filter(Boolean).join('\n');
    }
    case 'amount':
      return `${block.title}: ${block.value}`;
    case 'button':
      return `${block.text}: ${block.url}`;
    case 'logo':
    case 'pageNumber':
      return '';
    default:
      return block.text;
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that is safe between tags and in quoted attributes. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark);

/** The same with its line breaks. */
const broken = (text: string): string => escaped(text).replace(/\r?\n/g, '<br>');
