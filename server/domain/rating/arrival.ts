/** The day that so many working days bring: carriers count Monday to Friday, and what comes on a Saturday goes on Monday. */
export function arrival(shipDate: string, days: number): string {
  const date = new Date(`${shipDate}T00:00:00Z`);
  const isFree = () => date.getUTCDay() % 6 === 0;
  const next = () => date.setUTCDate(date.getUTCDate() + 1);
  while (isFree()) next();
  for (let left = days; left > 0;) {
    next();
    if (!isFree()) left -= 1;
  }
  return date.toISOString().slice(0, 10);
}
