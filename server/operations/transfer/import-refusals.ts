import { open } from 'node:fs/promises';
import { csvText } from '../../files/csv.ts';

/** The file of refused rows while it grows. */
export interface Refusals {
  add(rows: readonly (readonly string[])[]): Promise<void>;
  bytes(): number;
  close(): Promise<void>;
}

/** Opens the file cut back to the bytes that a committed batch vouches for: what came after them never happened. */
export async function openRefusals(path: string, vouched: number): Promise<Refusals> {
  const file = await open(path, vouched > 0 ? 'r+' : 'w', 0o600);
  await file.truncate(vouched);
  let bytes = vouched;
  return {
    async add(rows) {
      const text = Buffer.from(csvText(rows, bytes === 0));
      await file.write(text, 0, text.length, bytes);
      bytes += text.length;
    },
    bytes: () => bytes,
    close: () => file.close(),
  };
}
