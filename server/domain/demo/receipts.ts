import { crc32, deflateSync } from 'node:zlib';

/** A page with these lines as a PDF document; plain letters only. */
export function printSlip(lines: readonly string[]): Uint8Array {
  const shown = lines.map((line, at) => `1 0 0 1 48 ${240 - at * 34} Tm (${line.replace(/[\\()]/g, '\\$&')}) Tj`);
  const drawing = `BT /F1 18 Tf ${shown.join(' ')} ET 48 226 304 1 re f`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** A picture of a receipt as PNG: a sheet with bars where the words would be, as many as the number has digits. */
export function drawReceipt(digits: number, seed: number): Uint8Array {
  const width = 240;
  const height = 320;
  const bars = [...String(digits)].map((sign, at) => ({
    top: 40 + at * 30,
    length: 60 + ((sign.charCodeAt(0) * 37 + seed * 11) % 120),
  }));
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(width + 1, 0xf4);
    // The first byte of a row is its filter: none.
    row[0] = 0;
    const bar = bars.find(({ top }) => y >= top && y < top + 10);
    if (bar) row.fill(0x50, 25, 25 + bar.length);
    if (y < 4 || y >= height - 4) row.fill(0xc8, 1);
    return row;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits of grey.
  header[8] = 8;
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
