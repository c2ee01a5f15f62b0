import type { LineFacts, SaleFacts } from '../../../server/domain/customer-bills/sale/facts.ts';

/**
 * What a customer owes, by the rules as they are written down and nothing of the program: from all lines at once, in fractions
 * of whole numbers, one package after the other.
 */
export function owed(
  facts: SaleFacts,
  prices: { ordered: Table; measured: Table; knows: readonly string[] } | null,
): Map<string, bigint> {
  const found = new Map<string, bigint>();
  const whole = facts.packages.length > 1 && facts.lines.some((line) => line.package === null);
  const units = whole ? [null] : facts.packages.map(({ id }) => id);
  for (const unit of units) {
    const mine = facts.lines.filter(
      (line) => unit === null || line.package === unit || (facts.packages.length === 1 && line.package === null),
    );
    const places = facts.packages.flatMap(({ id }, at) => (unit === null || unit === id ? [at] : []));
    const charged = (side: string, category: string): bigint =>
      facts.charges.reduce((sum, charge) => {
        if (charge.side !== side || charge.category !== category) return sum;
        const at = charge.box === null ? 0 : charge.box - 1;
        return places.includes(at) ? sum + BigInt(charge.amount) : sum;
      }, 0n);
    const expects = facts.charges.some((charge) => charge.side === 'cost' && places.includes((charge.box ?? 1) - 1));
    const billed = mine.some(({ kind }) => kind !== 'ADJ');
    const freight = billed && mine.some(({ category, net }) => category === 'transport' && net > 0);
    const names = new Set([...mine.map(({ category }) => category), ...facts.charges.map(({ category }) => category)]);
    for (const category of names) {
      const lines = mine.filter((line) => line.category === category);
      const before = facts.refunded ? 0n : charged('sale', category);
      if (lines.length === 0 && (!freight || before === 0n)) {
        if (before !== 0n) put(found, category, 0n);
        continue;
      }
      const should = price(category, lines, before);
      const small = should > before ? should - before : before - should;
      put(found, category, small < BigInt(limit(category)) ? 0n : should - before);
    }

    function price(category: string, lines: readonly LineFacts[], before: bigint): bigint {
      if (facts.refunded || places.every((at) => facts.packages[at]?.voided)) return before;
      const own = facts.terms.own[category];
      const basic = facts.terms.basics[category];
      const general = { atCost: 'cost', factor: 'factor', reportOnly: 'report' }[facts.terms.billProcessing];
      const mode =
        own?.mode ?? general ?? (category === 'transport' || category === 'fuel' ? 'rerate' : (basic?.mode ?? 'cost'));
      const factor = own
        ? (own.factor ?? 10_000)
        : general === 'factor'
          ? facts.terms.factor
          : (basic?.factor ?? 10_000);
      const paid = lines.reduce((sum, { net }) => sum + BigInt(net), 0n);
      const cost = charged('cost', category);
      if (lines.length === 0 && mode !== 'rerate' && mode !== 'report' && expects && cost === 0n) return before;
      if (mode === 'report') return before;
      const adjusted = before + (mode === 'factor' ? half(paid * BigInt(factor), 10_000n) : paid);
      const early = lines.length > 0 && !billed ? (adjusted > 0n ? adjusted : 0n) : null;
      if (early !== null && (mode !== 'rerate' || !prices)) return early;
      if (mode === 'cost') return paid;
      if (mode === 'factor') return half(paid * BigInt(factor), 10_000n);
      if (!prices) return before + paid - cost;
      const sum = (table: Table) => places.reduce((total, at) => total + BigInt(table[at]?.[category] ?? 0), 0n);
      const listed = before + sum(prices.measured) - sum(prices.ordered);
      const free = category === 'transport' || category === 'fuel';
      if (lines.length === 0) return cost > 0n && !free ? 0n : listed;
      if (!free && listed === 0n && sum(prices.measured) === 0n && early !== null) return early;
      if (!free && listed === 0n && sum(prices.measured) === 0n) return prices.knows.includes(category) ? paid : 0n;
      if (paid === 0n && lines.some(({ net }) => net > 0)) return 0n;
      let back = 0n;
      let base = 0n;
      for (const bill of new Set(lines.map((line) => line.bill))) {
        const nets = lines.filter((line) => line.bill === bill).map(({ net }) => net);
        const total = BigInt(nets.reduce((one, other) => one + other, 0));
        if (total < 0n && Math.max(...nets) <= 0) back -= total;
        else {
          const less = creditedBy(
            lines.filter((line) => line.bill === bill),
            lines.filter((line) => line.bill < bill),
          );
          back += less;
          base += total + less;
        }
      }
      if (back === 0n) return listed;
      const of = base > 0n ? base : cost;
      if (of <= 0n) return listed - back;
      return listed - half(listed * (back > of ? of : back), of);
    }
  }
  return found;

  function limit(category: string): number {
    return facts.terms.own[category]?.ignoreBelow ?? facts.terms.ignoreBelow;
  }
}

/** What a bill credits of its own first charges by adjustments that charge nothing again, by tracking number. */
function creditedBy(own: readonly LineFacts[], earlier: readonly LineFacts[]): bigint {
  let less = 0n;
  for (const number of new Set(own.map(({ trackingNo }) => trackingNo))) {
    const mine = own.filter(({ trackingNo }) => trackingNo === number);
    if (earlier.some(({ trackingNo, net }) => trackingNo === number && net > 0)) continue;
    const sums = [...new Set(mine.map(({ line }) => line))].map((at) => {
      const row = mine.filter(({ line }) => line === at);
      return { adjusts: row.every(({ kind }) => kind === 'ADJ'), cents: row.reduce((sum, { net }) => sum + net, 0) };
    });
    const plus = sums.filter(({ cents }) => cents > 0);
    const minus = sums.filter(({ cents }) => cents < 0);
    for (let at = minus.length - 1; at >= 0; at -= 1) {
      const same = plus.findIndex(({ cents }) => cents === -(minus[at]?.cents ?? 0));
      if (same < 0 || plus.length < 2) continue;
      plus.splice(same, 1);
      minus.splice(at, 1);
    }
    if (plus.some(({ adjusts }) => adjusts) || minus.some(({ adjusts }) => !adjusts)) continue;
    less -= minus.reduce((sum, { cents }) => sum + BigInt(cents), 0n);
  }
  return less;
}

type Table = readonly Readonly<Record<string, number>>[];

const put = (map: Map<string, bigint>, category: string, amount: bigint): void => {
  map.set(category, (map.get(category) ?? 0n) + amount);
};

/** Halves away from zero. */
const half = (over: bigint, under: bigint): bigint => {
  const sign = over < 0n !== under < 0n ? -1n : 1n;
  const [top, bottom] = [over < 0n ? -over : over, under < 0n ? -under : under];
  return sign * ((2n * top + bottom) / (2n * bottom));
};
