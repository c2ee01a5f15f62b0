import { decimal, mulDiv } from '../../kernel/exact.ts';

/** Something that a person should look at before a version counts. Its words are options of the entity, in every language. */
export interface Finding {
  readonly severity: 'error' | 'warning' | 'info';
  readonly finding: string;
  /** Zone, weight, place or version, as the sheet names them. */
  readonly place?: string;
  readonly before?: string;
  readonly after?: string;
  /** With two decimals, as the record keeps it. */
  readonly percent?: number;
}

/** Maximum findings of one kind that are listed singly. */
const maxOfKind = 25;
const maxFindings = 300;

/** The first of each kind and how many more there are, worst first. */
export function shortened(findings: readonly Finding[]): Finding[] {
  const counts = new Map<string, number>();
  const kept = findings.filter(({ finding }) => {
    const count = (counts.get(finding) ?? 0) + 1;
    counts.set(finding, count);
    return count <= maxOfKind;
  });
  for (const [finding, count] of counts) {
    const { severity } = findings.find((each) => each.finding === finding) ?? {};
    if (severity && count > maxOfKind) kept.push({ severity, finding, place: `+${count - maxOfKind}` });
  }
  const order = ['error', 'warning', 'info'];
  return kept.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity)).slice(0, maxFindings);
}

/** From one amount to another in percent, two decimals; null where there is nothing to compare with. */
export const percentBetween = (before: number, after: number): number | null =>
  before === 0 ? null : mulDiv(after - before, 10_000, Math.abs(before)) / 100;

/** What an amount was and is, with its percent. */
export function moved(before: number, after: number): Pick<Finding, 'before' | 'after' | 'percent'> {
  const percent = percentBetween(before, after);
  return {
    before: decimal(before, 100, 2),
    after: decimal(after, 100, 2),
    ...(percent === null ? {} : { percent }),
  };
}
