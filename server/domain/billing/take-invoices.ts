import type { WorkCall } from '../../modules/module.ts';
import type { RefusedFile, StagedFile } from './import-file.ts';
import type { Originals } from './originals.ts';
import { plainNumber } from './read/bill.ts';
import { centsText } from './read/exact.ts';
import type { ReadInvoice } from './read/invoices.ts';
import { BadFile } from './read/refusal.ts';
import { takeSql, takeTogetherSql } from './take-sql.ts';

export interface Account {
  readonly id: string;
  readonly carrier: string;
  readonly number: string;
  readonly currency: string;
}

/** An invoice of a file that is on the stage. */
interface Part {
  readonly invoice: ReadInvoice;
  readonly account: Account;
  readonly found: StagedFile;
  /** What was uploaded: the file, or an archive with it. */
  readonly file: WorkCall['files'][number];
}

interface Taken {
  readonly id: string;
  readonly outcome: 'added' | 'joined' | 'same' | 'file' | keyof typeof refusals;
  readonly count?: number;
  readonly sum?: string;
  readonly amount?: string;
  readonly date?: string;
}

/** Why lines of an invoice that is here already are not added to it. */
const refusals = {
  locked: 'billing.lockedBill',
  swapped: 'billing.swappedDate',
  other: 'billing.otherContent',
  unproven: 'billing.unprovenPart',
  shared: 'billing.sharedLines',
  beyond: 'billing.beyondAmount',
} as const;

/** Makes bills of the invoices of an import. */
export class InvoiceTaker {
  readonly refused: RefusedFile[] = [];
  /** Ids of bills by what invoices are known by. */
  readonly bills = new Map<string, string>();
  /** Parts that do not fit their bill alone, with the reason; by what invoices are known by. */
  private readonly apart = new Map<string, { part: Part; taken: Taken }[]>();

  constructor(
    private readonly call: WorkCall,
    private readonly accounts: ReadonlyMap<string, Account>,
    private readonly originals: Originals,
  ) {}

  /** Answers whether the stage of the file is still needed. */
  async take(found: StagedFile, file: Part['file']): Promise<boolean> {
    let needed = false;
    for (const invoice of found.invoices) {
      const { carrier, account: number } = invoice.facts;
      const account = this.accounts.get(`${carrier}|${plainNumber(number)}`);
      if (!account) {
        const problem = new BadFile('billing.otherAccount', { account: number }, invoice.row);
        this.refused.push({ file: found.file, problem });
        continue;
      }
      const part = { invoice, account, found, file };
      const taken = await this.withFiles([part], (facts) =>
        this.ask(takeSql, [found.name, invoice.key, JSON.stringify(facts[0])]),
      );
      if (taken.outcome === 'beyond') {
        this.apart.set(invoice.key, [...(this.apart.get(invoice.key) ?? []), { part, taken }]);
        needed = true;
      } else this.note(part, taken);
    }
    return needed;
  }

  /** Takes what does not fit alone if all of it together completes its bill. */
  async takeTogether(): Promise<void> {
    for (const [key, apart] of this.apart) {
      const distinct = new Map(apart.map(({ part }) => [part.invoice.content, part]));
      const parts = [...distinct.values()];
      const together =
        parts.length > 1
          ? await this.withFiles(parts, (facts) => this.ask(takeTogetherSql, [key, JSON.stringify(facts)]))
          : null;
      for (const { part, taken } of apart) this.note(part, together?.outcome === 'joined' ? together : taken);
    }
  }

  private note({ invoice, found }: Part, { id, outcome, ...reason }: Taken): void {
    if (!(outcome in refusals)) {
      this.bills.set(invoice.key, id);
      return;
    }
    const params = { number: invoice.facts.number, ...reason };
    const problem = new BadFile(refusals[outcome as keyof typeof refusals], params, invoice.row);
    this.refused.push({ file: found.file, problem });
  }

  /** The files of a bill are stored before it is made; whether they are needed shows when it is tried without them. */
  private async withFiles(
    parts: readonly Part[],
    attempt: (facts: readonly object[]) => Promise<Taken>,
  ): Promise<Taken> {
    const factsWith = (file: (part: Part) => string | null): object[] =>
      parts.map((part) => ({ ...this.factsOf(part), import: part.found.name, file: file(part) }));
    const taken = await attempt(factsWith(({ file }) => this.originals.known(file)));
    if (taken.outcome !== 'file') return taken;
    for (const { file } of parts) await this.originals.keep(file);
    return attempt(factsWith(({ file }) => this.originals.known(file)));
  }

  private async ask(sql: string, params: readonly string[]): Promise<Taken> {
    const { services, tenant, actor } = this.call;
    const [row] = await services.query<{ taken: Taken }>(sql, [tenant, ...params, actor.id]);
    return (row as { taken: Taken }).taken;
  }

  private factsOf({ invoice, account, found }: Part) {
    const { carrier, number, date, currency, amount } = invoice.facts;
    return {
      ...{ carrier, account: account.id, number, date, plainNumber: plainNumber(number) },
      currency: currency ?? account.currency,
      amount: amount === null ? null : centsText(amount),
      sum: centsText(invoice.sum),
      lines: invoice.lines,
      content: invoice.content,
      fileName: found.file.slice(-255),
      job: this.call.job,
    };
  }
}
