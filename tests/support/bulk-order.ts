import { readFileSync } from 'node:fs';
import { compileEntity, type Entity, type EntityMeta } from '../../engine/core/index.ts';
import { columnsOf, firstColumns } from '../../engine/modules/bulk-order/columns.ts';
import { headingsOf } from '../../engine/modules/bulk-order/headings.ts';
import { judgeOrder } from '../../engine/modules/bulk-order/judge-order.ts';
import { groupRows, type Judging, type SheetOrder } from '../../engine/modules/bulk-order/orders.ts';
import { paste } from '../../engine/modules/bulk-order/paste.ts';
import type { ChannelFacts } from '../../engine/modules/bulk-order/read-cell.ts';
import { emptySheet, type Row, type Sheet } from '../../engine/modules/bulk-order/sheet.ts';
import { readBlock } from '../../engine/kit/fields/lines/paste-block.ts';
import { projectRoot } from './entity-files.ts';

/** A sheet of orders outside of a screen, with the delivered order and its words. */
export function bulkDesk(culture: 'en-US' | 'zh-CN' = 'en-US') {
  const read = <T>(path: string): T => JSON.parse(readFileSync(`${projectRoot}${path}`, 'utf8')) as T;
  const compiled = compileEntity(read<EntityMeta>('schemas/orders/order/order.json'), null, { trusts: true });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.issues));
  const entity: Entity = compiled.value;
  type Words = Record<string, Record<string, string>>;
  const words = read<{ fields: Record<string, string>; lines: Words; options: Words }>(
    `locales/${culture}/entities/order.json`,
  );
  const columns = columnsOf(entity, new Set(), {
    field: (name) => words.fields[name] ?? name,
    line: (lines, name) => words.lines[lines]?.[name] ?? name,
  });
  const headings = headingsOf(columns);
  const judging: Judging = {
    ...{ entity, columns, defaults: {}, customer: '77', now: '2026-01-14 10:00:00' },
    actor: { id: '1', type: 'member', member: '77', org: null, roles: [] } as unknown as Judging['actor'],
    reading: {
      context: { culture, timeZone: 'America/New_York' },
      option: (field, value) => words.options[field]?.[value] ?? value,
      channels,
    },
  };
  const shown = columns.filter(({ id }) => firstColumns.includes(id)).map(({ id }) => id);
  return {
    ...{ entity, columns, headings, judging, shown },
    paste: (text: string, at: { row: number; column?: string } = { row: 0 }, sheet: Sheet = emptySheet()) =>
      paste({
        ...{ sheet, text, block: readBlock(text), columns: shown, headings },
        at: { row: at.row, column: Math.max(0, shown.indexOf(at.column ?? 'refNo')) },
      }),
    judge: (rows: readonly Row[], more: Partial<Judging> = {}): SheetOrder[] =>
      groupRows(rows).map((own) => judgeOrder(own, { ...judging, ...more })),
  };
}

const service = (id: string, code: string, name: string, shipToType = 'auto') => ({
  ...{ id, code, name, shipToType, status: 'enabled' },
});

export const channels: readonly ChannelFacts[] = [
  {
    ...{ id: '10', code: 'UPS-1', name: 'UPS Saver', carrierCode: 'UPS', status: 'enabled', shipFromMode: 'either' },
    services: [service('11', 'GND', 'Ground'), service('12', 'GSR', 'Ground residential', 'residential')],
    shipFroms: [{ id: '13', name: 'Ontario dock', status: 'enabled' }],
  },
  {
    ...{
      id: '20',
      code: 'FDX-1',
      name: 'FedEx Home',
      carrierCode: 'FEDEX',
      status: 'enabled',
      shipFromMode: 'channel',
    },
    services: [service('21', 'HOME', 'Home delivery')],
    shipFroms: [],
  },
];

const heads = [
  ...['Reference', 'Channel', 'Service', 'Recipient', 'Address line 1', 'City', 'State', 'Postal code', 'Country'],
  ...['Units', 'Weight', 'Length', 'Width', 'Height', 'Quantity'],
];

/** A block as a spreadsheet would copy it: good orders, with other cells where they are named. */
export function block(count: number, change: (at: number) => Record<string, string> = () => ({})): string {
  const rows = Array.from({ length: count }, (_, at) => {
    const cells: Record<string, string> = {
      ...{ Reference: `SO-${at + 1}`, Channel: 'UPS Saver', Service: 'Ground', Recipient: `Ann Lee ${at + 1}` },
      ...{
        'Address line 1': `${at + 1} Main St`,
        City: 'New York',
        State: 'NY',
        'Postal code': '10001',
        Country: 'US',
      },
      ...{ Units: 'lb', Weight: '3.5', Length: '12', Width: '10', Height: '8', Quantity: '1' },
      ...change(at),
    };
    return heads.map((head) => cells[head] ?? '').join('\t');
  });
  return [heads.join('\t'), ...rows].join('\n');
}
