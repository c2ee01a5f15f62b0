/** A tenant's plan as the server answers it; a null limit means unlimited. */
export interface Usage {
  readonly state: 'unlimited' | 'free' | 'active' | 'grace' | 'ended';
  readonly today: string;
  readonly until: string | null;
  readonly graceUntil: string | null;
  readonly ordersAllowed: number | null;
  readonly ordersUsed: number;
  readonly termAllowed: number | null;
  readonly termUsed: number;
  readonly seatsAllowed: number | null;
  readonly seatsUsed: number;
  readonly modules: readonly string[] | null;
  readonly plan: string | null;
  readonly planZh: string | null;
  readonly set: string | null;
  readonly setZh: string | null;
}

export interface Banner {
  readonly key: 'noPlan' | 'ended' | 'grace' | 'soon' | 'orders' | 'term';
  readonly params: Readonly<Record<string, string | number>>;
}

const dayMs = 86_400_000;
/** Days before the end from which it is pointed out. */
const soonDays = 7;

/** What has to be pointed out: an end that is near or past, and less than a tenth left of what may be used. */
export function bannersOf(usage: Usage): Banner[] {
  const { state, today, until, graceUntil } = usage;
  if (state === 'unlimited') return [];
  if (state === 'ended') return [{ key: until === null ? 'noPlan' : 'ended', params: {} }];
  const banners: Banner[] = [];
  if (state === 'grace') banners.push({ key: 'grace', params: { until: until ?? '', graceUntil: graceUntil ?? '' } });
  else if (until !== null) {
    const days = Math.round((Date.parse(until) - Date.parse(today)) / dayMs);
    if (days <= soonDays) banners.push({ key: 'soon', params: { days, until } });
  }
  const few = (key: 'orders' | 'term', used: number, allowed: number | null) => {
    if (allowed === null || allowed === 0) return;
    const left = Math.max(0, allowed - used);
    if (left * 10 < allowed) banners.push({ key, params: { left, allowed } });
  };
  few('orders', usage.ordersUsed, usage.ordersAllowed);
  few('term', usage.termUsed, usage.termAllowed);
  return banners;
}
