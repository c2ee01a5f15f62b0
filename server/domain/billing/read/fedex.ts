import { plainNumber, type BillLine, type Layout, type Style } from './bill.ts';
import { Cells } from './cells.ts';
import { dayOrderOf } from './day.ts';
import { decimalSignOf } from './exact.ts';
import { BadFile } from './refusal.ts';
import { unitOf } from './ups.ts';

/** The columns that are read, each by the headings under which FedEx has published it. Their order is the file's own. */
const headings = {
  account: ['billtoaccountnumber', 'billtoaccount', 'billtoacct', 'billtoaccountno', 'accountnumber'],
  date: ['invoicedate', 'invdate'],
  number: ['invoicenumber', 'invoiceno', 'invno', 'invoicenbr'],
  amount: ['originalamountdue', 'invoiceamount', 'origamtdue', 'originalamount'],
  currency: ['currency', 'currencycode', 'invoicecurrency', 'invoicecurrencycode', 'billingcurrency', 'curr'],
  prefix: ['groundtrackingidprefix', 'groundprefix', 'grndprefix', 'grdprefix'],
  tracking: ['expressorgroundtrackingid', 'trackingid', 'trackingnumber', 'trackno'],
  transport: ['transportationchargeamount', 'freightamt', 'freightamount', 'transportationcharge'],
  net: ['netchargeamount', 'netchrg', 'netcharge', 'netchargeamt', 'netchrgamt'],
  service: ['servicetype', 'service', 'svctype', 'svc'],
  ground: ['groundservice', 'groundsvc', 'grndsvc'],
  shipDate: ['shipmentdate', 'shipdate'],
  enteredWeight: ['actualweightamount', 'actualweight', 'actwgtamt', 'actwgt'],
  enteredUnit: ['actualweightunits', 'actwgtunits'],
  billedWeight: ['ratedweightamount', 'ratedweight', 'ratedwgtamt', 'rtdwgt'],
  billedUnit: ['ratedweightunits', 'ratedwgtunits'],
  quantity: ['numberofpieces', 'pieces', 'noofpieces', 'pcs'],
  master: ['tdmastertrackingid', 'mastertrackingid', 'tdmaster', 'tdmastertrkno'],
  length: ['dimlength'],
  width: ['dimwidth'],
  height: ['dimheight'],
  reference1: ['originalcustomerreference', 'customerreference', 'custref', 'origcustref'],
  reference2: ['originalref2', 'ref2', 'origref2'],
  reference3: ['originalref3ponumber', 'ref3ponumber', 'origref3po', 'ref3'],
  reference4: ['originaldepartmentreferencedescription', 'departmentreference', 'origdeptref'],
  zone: ['zonecode', 'zone', 'zonecd'],
} as const;
type Name = keyof typeof headings;

const chargeText = ['trackingidchargedescription', 'trackingidchargedesc', 'chargedescription'];
const chargeAmount = ['trackingidchargeamount', 'trackingidchargeamt', 'chargeamount'];
/** Amounts of one kind each, which the electronic variant has in place of pairs. */
const loneAmount = /^(fuel|misc\d?|discount|disc|handling|declaredvalue|residential|special|surcharge)\w*(amt|amount)$/;
const needed: readonly Name[] = ['account', 'date', 'number', 'net'];

/** Columns with names and streets, which are not stored. City, state and postal code are, because claims need them. */
const personal = /name|company|addressline|signature|phone|departmentreference/;

const plainHeading = (heading: string): string => heading.toLowerCase().replace(/[^a-z0-9]/g, '');
/** Tools that want every heading to be different number those of the pairs. */
const withoutNumber = (heading: string | undefined): string => (heading ?? '').replace(/\d+$/, '');

interface Head {
  readonly names: readonly string[];
  readonly at: Partial<Record<Name, number>>;
  readonly pairs: readonly { readonly text: number; readonly amount: number }[];
  readonly lone: readonly number[];
  /** Columns without a field that are stored with the line. */
  readonly extra: readonly number[];
}

/** How many of the columns that a bill cannot be without a row names. */
const fedexNamesIn = (cells: readonly string[]): number => {
  const plain = new Set(cells.map(plainHeading));
  return needed.filter((name) => headings[name].some((heading) => plain.has(heading))).length;
};

/** Whether every column that a bill cannot be without has its heading. */
export const isWholeFedex = (cells: readonly string[]): boolean => fedexNamesIn(cells) === needed.length;

export const looksLikeFedex = (cells: readonly string[]): boolean =>
  fedexNamesIn(cells) >= 2 && cells.some((cell) => /tracking ?id|net ?chrg|net ?charge|bill to acc/i.test(cell));

function headOf(cells: readonly string[], row: number): Head {
  const plain = cells.map(plainHeading);
  const at: Partial<Record<Name, number>> = {};
  for (const name of Object.keys(headings) as Name[]) {
    const column = plain.findIndex((heading) => (headings[name] as readonly string[]).includes(heading));
    if (column >= 0) at[name] = column;
  }
  const missing = needed.find((name) => at[name] === undefined);
  if (missing) throw new BadFile('billing.noColumn', { name: headingOf(missing) }, row);
  const pairs: { text: number; amount: number }[] = [];
  for (const [column, heading] of plain.entries()) {
    if (!chargeText.includes(withoutNumber(heading))) continue;
    // The pairs share their headings: an amount belongs to the description before it.
    if (!chargeAmount.includes(withoutNumber(plain[column + 1]))) {
      throw new BadFile('billing.noPair', { name: cells[column] as string }, row, column + 2);
    }
    pairs.push({ text: column, amount: column + 1 });
  }
  const lone = pairs.length > 0 ? [] : [...plain.keys()].filter((column) => loneAmount.test(plain[column] as string));
  const known = new Set([...Object.values(at), ...lone, ...pairs.flatMap(({ text, amount }) => [text, amount])]);
  const extra = [...plain.keys()].filter(
    (column) => !known.has(column) && plain[column] && !personal.test(plain[column] as string),
  );
  return { names: cells.map((cell) => cell.trim()), at, pairs, lone, extra };
}

const headingOf = (name: Name): string =>
  ({ account: 'Bill to Account Number', date: 'Invoice Date', number: 'Invoice Number', net: 'Net Charge Amount' })[
    name as string
  ] ?? name;

/** The layout of a heading row. `row`: its row number. */
export function fedexLayout(heading: readonly string[], row: number, sample: readonly (readonly string[])[]): Layout {
  const head = headOf(heading, row);
  const cell = (cells: readonly string[], name: Name): string => cells[head.at[name] ?? -1] ?? '';
  const decimal = decimalSignOf(
    sample.flatMap((cells) => [cell(cells, 'amount'), cell(cells, 'net'), cell(cells, 'transport')]),
  );
  const pairs = sample.map((cells) => ({ billed: cell(cells, 'date'), shipped: cell(cells, 'shipDate') }));
  const { order, sure } = dayOrderOf(pairs, 'monthFirst');
  const other = order === 'dayFirst' ? 'monthFirst' : 'dayFirst';
  return layout(head, row, { decimal, order }, sure ? null : layout(head, row, { decimal, order: other }, null));
}

const layout = (head: Head, headingRow: number, style: Style, other: Layout | null): Layout => {
  const last = Math.max(...needed.map((name) => head.at[name] as number));
  const width = head.names.length;
  return {
    ...{ name: 'fedex', width, other },
    read(cells, row) {
      if (row <= headingRow) return null;
      if (isWholeFedex(cells)) throw new BadFile('billing.headingAgain', {}, row, 1);
      const of = new Cells(cells, row, head.names, style);
      of.refuseBehind(width);
      if (cells.length <= last)
        throw new BadFile('billing.cut', { found: cells.length, least: last + 1 }, row, cells.length);
      const at = (name: Name): number => head.at[name] ?? -1;
      const invoice = {
        carrier: 'FEDEX',
        account: plainNumber(
          of.matching(at('account'), /^[A-Z0-9 -]{4,20}$/i, 'billing.notAccount') ??
            of.needed(at('account'), 'account'),
        ),
        number:
          of.matching(at('number'), /^[A-Z0-9 /-]{3,30}$/i, 'billing.notNumberOfInvoice') ??
          of.needed(at('number'), 'number'),
        date: of.neededDay(at('date')),
        currency: of.currency(at('currency')),
        amount: of.cents(at('amount')),
      };
      return { invoice, lines: linesOf(head, of, cells, row) };
    },
  };
};

interface Charge {
  readonly text: string;
  readonly net: bigint;
  readonly chargeClass: string;
}

/** What a row charges: its freight, each pair and, where they do not come to its net amount, the rest. */
function chargesOf(head: Head, of: Cells, cells: readonly string[], row: number): Charge[] {
  const found: Charge[] = [];
  const transport = of.cents(head.at.transport ?? -1);
  if (transport) found.push({ text: 'Transportation Charge', net: transport, chargeClass: 'FRT' });
  // Descriptions without an amount, by their place in `found`.
  const blank: number[] = [];
  for (const { text, amount } of head.pairs) {
    const [name, net] = [of.text(text), of.cents(amount)];
    if (name === null) {
      if (net) of.fail('billing.missing', text, { expected: 'description' });
      continue;
    }
    if (net === null) blank.push(found.length);
    found.push({ text: name, net: net ?? 0n, chargeClass: classOf(name) });
  }
  for (const column of head.lone) {
    const net = of.cents(column);
    const text = head.names[column] as string;
    if (net) found.push({ text, net, chargeClass: classOf(text) });
  }
  const column = head.at.net as number;
  const net = of.cents(column);
  // A package of a shipment that is charged as a group may leave its money out.
  if (net === null && (found.some((each) => each.net !== 0n) || of.text(head.at.master ?? -1) === null))
    of.neededCents(column);
  const rest = (net ?? 0n) - found.reduce((sum, each) => sum + each.net, 0n);
  const [first, second] = blank;
  // The row ends behind a description: what followed it is lost.
  const cut = head.pairs.find(({ amount }) => amount === cells.length && blank.length > 0);
  if (rest !== 0n && cut)
    throw new BadFile('billing.cut', { found: cells.length, least: cut.amount + 1 }, row, cells.length);
  // The net amount of the row proves that no charge is lost. One description without an amount stands for all of the rest.
  if (rest !== 0n && first !== undefined && second === undefined)
    return found.with(first, { ...(found[first] as Charge), net: rest });
  if (rest === 0n) return found.length > 0 ? found : [{ text: 'Package', net: 0n, chargeClass: 'INF' }];
  if (found.length > 0) return [...found, { text: 'Not itemised', net: rest, chargeClass: 'MSC' }];
  return [{ text: 'Net Charge', net: rest, chargeClass: of.text(head.at.tracking ?? -1) === null ? 'MSC' : 'FRT' }];
}

/** A row has a line for each of its charges. */
function linesOf(head: Head, of: Cells, cells: readonly string[], row: number): BillLine[] {
  const at = (name: Name): number => head.at[name] ?? -1;
  const service =
    [of.text(at('service'), 60), of.text(at('ground'), 60)].filter((text) => text !== null).join(' ') || null;
  const found = chargesOf(head, of, cells, row);
  const master = upper(of.matching(at('master'), /^[A-Z0-9 ]{5,40}$/i, 'billing.notTracking'));
  const tracking = trackingOf(head, of);
  const net = found.reduce((sum, each) => sum + each.net, 0n);
  const references = (['reference1', 'reference2', 'reference3', 'reference4'] as const)
    .map((name) => of.text(at(name), 50))
    .filter((text) => text !== null);
  const shared = {
    ...{ row, tracking, references, service, detail: null, code: null, incentive: null, basis: null },
    leadTracking: master,
    shipDate: of.day(at('shipDate')),
    kind: tracking || master ? (net < 0n ? 'ADJ' : 'SHP') : 'MIS',
    quantity: of.number(at('quantity')),
    enteredWeight: of.number(at('enteredWeight')),
    billedWeight: of.number(at('billedWeight')),
    weightUnit: unitOf(of.text(at('billedUnit')) ?? of.text(at('enteredUnit'))),
    ...{ length: of.number(at('length')), width: of.number(at('width')), height: of.number(at('height')) },
    zone: of.text(at('zone'), 10),
  };
  const extra = extraOf(head, cells);
  const blank: Record<string, string> = {};
  return found.map((each, index) => ({ ...shared, ...each, extra: index === 0 ? extra : blank }));
}

function trackingOf(head: Head, of: Cells): string | null {
  const id = of.matching(head.at.tracking ?? -1, /^[A-Z0-9 ]{4,40}$/i, 'billing.notTracking');
  if (id === null) return null;
  const prefix = of.matching(head.at.prefix ?? -1, /^[A-Z0-9 ]{1,20}$/i, 'billing.notTracking') ?? '';
  return upper(prefix + id);
}

const upper = (text: string | null): string | null => text?.replaceAll(' ', '').toUpperCase() ?? null;

function classOf(text: string): string {
  if (/fuel/i.test(text)) return 'FSC';
  if (/discount|earned|incentive|automation|grace|performance pricing/i.test(text)) return 'FRT';
  if (/\b(vat|gst|hst|qst|tax)\b/i.test(text)) return 'TAX';
  if (/duty|duties|customs/i.test(text)) return 'GOV';
  return 'ACC';
}

function extraOf(head: Head, cells: readonly string[]): Record<string, string> {
  const extra: Record<string, string> = {};
  for (const column of head.extra) {
    const text = (cells[column] ?? '').trim();
    const name = head.names[column] as string;
    if (text !== '') extra[name in extra ? `${name} ${column + 1}` : name] = text.slice(0, 200);
  }
  return extra;
}
