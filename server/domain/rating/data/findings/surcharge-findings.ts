import type { SurchargeAmount } from '../../kernel/surcharge.ts';
import { decimal, percentScale } from '../../kernel/exact.ts';
import type { SurchargeTerms } from '../surcharge.ts';
import { moved, percentBetween, shortened, type Finding } from './finding.ts';

export interface SurchargeFacts {
  readonly terms: SurchargeTerms;
  readonly before: SurchargeTerms | null;
  /** Zones of the charts of its carrier's groups; null: there is none. */
  readonly chart: ReadonlySet<string> | null;
  /** Other rules that count beside it on some day, of its carrier, side and level. */
  readonly beside: readonly { readonly code: string; readonly group: string | null; readonly priority: number }[];
}

/** What is odd about a surcharge: zones without an amount, rules beside it, the version before. */
export function surchargeFindings(facts: SurchargeFacts): Finding[] {
  return shortened([...besideOthers(facts), ...withoutAmount(facts), ...againstBefore(facts)]);
}

function besideOthers({ terms, beside }: SurchargeFacts): Finding[] {
  const { group, priority, excludes = [] } = terms;
  const same = beside.filter((other) => group !== undefined && other.group === group && other.priority === priority);
  const unknown = excludes.filter((each) => !beside.some((other) => other.group === each));
  return [
    ...same.map(({ code }): Finding => ({ severity: 'warning', finding: 'samePriority', place: code })),
    ...unknown.map((place): Finding => ({ severity: 'warning', finding: 'groupUnknown', place })),
  ];
}

function withoutAmount({ terms: { amount }, chart }: SurchargeFacts): Finding[] {
  if (amount.kind !== 'byZone' || Object.hasOwn(amount.amounts, '*')) return [];
  if (!chart) return [{ severity: 'warning', finding: 'noChart' }];
  const missing = [...chart].filter((zone) => !Object.hasOwn(amount.amounts, zone));
  return missing.map((place): Finding => ({ severity: 'warning', finding: 'zoneMissing', place }));
}

function againstBefore({ terms, before }: SurchargeFacts): Finding[] {
  if (!before) return [{ severity: 'info', finding: 'nothingBefore' }];
  const [now, was] = [figuresOf(terms.amount), figuresOf(before.amount)];
  const found = [...now].flatMap(([place, figure]): Finding[] => {
    const old = was.get(place);
    const where = place ? { place } : {};
    if (old === undefined) return [{ severity: 'info', finding: 'added', ...where }];
    if (old === figure) return [];
    return [{ severity: 'info', finding: 'changed', ...where, ...differs(terms.amount.kind, old, figure) }];
  });
  const gone = [...was.keys()].filter((place) => !now.has(place));
  const all = [...gone.map((place): Finding => ({ severity: 'warning', finding: 'removed', place })), ...found];
  return all.length > 0 ? all : [{ severity: 'info', finding: 'unchanged' }];
}

/** The figures of an amount by what they are for; '' where there is one alone. */
function figuresOf(amount: SurchargeAmount): ReadonlyMap<string, number> {
  if (amount.kind === 'byZone') return new Map(Object.entries(amount.amounts));
  return new Map([['', amount.kind === 'percent' ? amount.percent : amount.amount]]);
}

function differs(kind: SurchargeAmount['kind'], before: number, after: number) {
  if (kind !== 'percent') return moved(before, after);
  const percent = percentBetween(before, after);
  return {
    before: `${decimal(before, percentScale)} %`,
    after: `${decimal(after, percentScale)} %`,
    ...(percent === null ? {} : { percent }),
  };
}
