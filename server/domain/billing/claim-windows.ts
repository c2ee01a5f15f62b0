/** For how many days after the date of a bill its carrier takes a claim, by the reason. What is not named is not claimed. */
export const claimWindows: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  UPS: { late: 15 },
  FEDEX: { late: 15 },
};

/** Of every other reason. */
export const usualWindow = 180;

/** Differences that can be claimed from a carrier. */
export const claimable: readonly string[] = [
  ...['weight', 'dimension', 'belowTrigger', 'zone', 'residential', 'addressCorrection', 'fuel', 'price', 'discount'],
  ...['option', 'duplicate', 'twoBills', 'void', 'neverScanned', 'late'],
];

/** The last day; null: it is no claim. */
export function claimUntil(of: { carrier: string; date: string; type: string; difference: number }): string | null {
  if (of.difference <= 0 || !claimable.includes(of.type)) return null;
  const days = claimWindows[of.carrier]?.[of.type] ?? usualWindow;
  return new Date(Date.parse(`${of.date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
