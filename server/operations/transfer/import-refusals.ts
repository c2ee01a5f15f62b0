import { open } from 'node:fs/promises';
import { csvText } from '../../files/csv.ts';

/** The growing file of refused rows. */
export interface Refusals {
  add(rows: readonly (readonly string[])[]): Promise<void>;
  bytes(): number;
  close(): Promise<void>;
}

/** Opens the file, truncated to the bytes confirmed by a committed batch. */
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
