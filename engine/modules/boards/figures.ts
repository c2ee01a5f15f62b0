/** As `moneyText`, which a page for everybody cannot load: with it came the whole application. */
const cents = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** Figures and moments in a language; sums come as decimal texts and are never rounded on the way. */
export function figuresIn(culture: string, timeZone: string) {
  const count = new Intl.NumberFormat(culture);
  const tenth = new Intl.NumberFormat(culture, { maximumFractionDigits: 1 });
  const share = new Intl.NumberFormat(culture, { style: 'percent', maximumFractionDigits: 1 });
  const moment = new Intl.DateTimeFormat(culture, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const brief = new Intl.NumberFormat(culture, { notation: 'compact', maximumFractionDigits: 1 });
  const day = new Intl.DateTimeFormat(culture, { dateStyle: 'medium', timeZone: 'UTC' });
  return {
    money: (amount: string, currency: string) =>
      new Intl.NumberFormat(culture, { style: 'currency', currency, ...cents }).format(amount as `${number}`),
    count: (number: number) => count.format(number),
    tenth: (number: number) => tenth.format(number),
    percent: (part: number) => share.format(part),
    brief: (number: number) => brief.format(number),
    moment: (at: string) => moment.format(new Date(at)),
    day: (date: string) => day.format(new Date(`${date}T00:00:00Z`)),
    dayOfMonth: (date: string) => Number(date.slice(8, 10)),
  };
}

export type Figures = ReturnType<typeof figuresIn>;
