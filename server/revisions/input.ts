export type Body = Readonly<Record<string, unknown>>;

export const reasonIn = (input: Body): string => String(input['reason'] ?? '').slice(0, 500);

/** What the person says about records that a change leaves without a state or a value. */
export const givenIn = (input: Body) => ({
  mapping: Object.fromEntries(Object.entries(recordIn(input['mapping'])).map(([from, to]) => [from, String(to)])),
  backfill: recordIn(input['backfill']),
});

const recordIn = (value: unknown): Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : {};
