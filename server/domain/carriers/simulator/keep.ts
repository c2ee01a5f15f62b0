import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Shipment } from './model.ts';

/** What happened, a line for each: a shipment, what changed on one, the clock set forward. */
export type Happened =
  | { readonly shipment: Shipment }
  | { readonly id: number; readonly change: Partial<Pick<Shipment, 'voidedAt' | 'closed' | 'story'>> }
  | { readonly hours: number };

/** Stores shipments in a file across restarts; without a name nothing is stored. */
export class Keeper {
  readonly #file: string | null;

  constructor(file: string | null) {
    this.#file = file;
  }

  read(): Happened[] {
    if (this.#file === null || !existsSync(this.#file)) return [];
    const kept = readFileSync(this.#file, 'utf8');
    // A kill may truncate the last line, which was never answered; the next line starts fresh.
    if (kept !== '' && !kept.endsWith('\n')) appendFileSync(this.#file, '\n');
    return kept.split('\n').flatMap((line) => {
      try {
        return [JSON.parse(line) as Happened];
      } catch {
        return [];
      }
    });
  }

  note(happened: Happened): void {
    if (this.#file !== null) appendFileSync(this.#file, `${JSON.stringify(happened)}\n`);
  }
}
