/** What UPS and FedEx print of a reference line. */
export const maxReference = 35;

/** The lines that a customer has printed where an order says none itself, by column. */
export type ReferenceTemplates = Readonly<Record<string, string>>;
export const referenceColumns = ['reference1', 'reference2'] as const;

interface Item {
  readonly description?: unknown;
  readonly quantity?: unknown;
}

/** As long as numbers that are given later. */
const given = { orderNo: 'SO-0000-000000', batch: 'PB-000000-000000' };
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A reference line as the server will fill it, before it is cut; numbers that are not given yet stand as zeros. */
export function referenceOf(template: string, order: Readonly<Record<string, unknown>>): string {
  const items = (Array.isArray(order['items']) ? (order['items'] as readonly Item[]) : [])
    .map(({ description, quantity }) => [description, quantity].filter(Boolean).join(' x '))
    .join(', ');
  const words: Readonly<Record<string, string>> = {
    ...given,
    ...{ refNo: text(order['refNo']), shopNo: text(order['ecommerceOrderNo']), note: text(order['remarks']), items },
  };
  return template
    .replaceAll(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
