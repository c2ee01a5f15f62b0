import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Person } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

type Row = Record<string, unknown>;

const quoted = (cells: readonly string[]): string => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');

describe('price data', () => {
  let world: World;
  let finance: Person;
  let clerk: Person;
  const sample = (name: string) => world.homes.north.samples.get(name) ?? '';
  beforeAll(async () => {
    world = await openWorld();
    finance = world.person('north finance').person;
    clerk = world.person('north clerk').person;
  });
  afterAll(() => world?.close());

  const codes = ({ body }: Answer) => body.issues?.map(({ code, path }) => `${code} ${path}`);
  const table = (more: Row = {}): Row => ({
    ...{ code: 'SHEET', name: 'Sheet', side: 'sale', service: sample('channel-service/fedex-west-ground') },
    ...{ currency: 'USD', unitType: '0', from: '2027-03-01' },
    sheet: { zones: ['2', '5'], rows: [{ to: '1', mode: 'flat', prices: { '2': '9.99', '5': '11.00' } }] },
    ...more,
  });
  const torn = { zones: ['2', '5'], rows: [{ to: '1', mode: 'flat', prices: { '2': '9.99', '5': '11.005' } }] };

  describe('in sheets', () => {
    it('are judged in the form and inline, with the cell and its words', async () => {
      const added = await finance.post('RateTable/add', table({ sheet: torn }));
      expect(codes(added)).toEqual(['rating.decimal sheet.rows[0].prices.5']);
      expect(added.body.issues?.[0]?.message).toBe('This is no decimal figure with at most 2 places.');
      const whole = await finance.post('RateTable/add', table());
      const { id } = whole.body.data as { id: string };
      expect(codes(await finance.post('RateTable/edit', { id, sheet: torn }))).toEqual([
        'rating.decimal sheet.rows[0].prices.5',
      ]);
      expect(codes(await finance.post('RateTable/edit', { id, sheet: JSON.stringify({ ...torn, rows: [] }) }))).toEqual(
        ['rating.noRows sheet.rows'],
      );
      expect((await finance.post('RateTable/edit', { id, name: 'Sheet, reworded' })).body.success).toBe(true);
    });

    it('are judged in files and in their previews, row by row', async () => {
      const header = ['code', 'name', 'side', 'service', 'currency', 'unitType', 'from', 'sheet'];
      const line = (code: string, sheet: unknown) =>
        quoted([
          code,
          code,
          'list',
          sample('channel-service/fedex-west-ground'),
          'USD',
          '0',
          '2027-01-01',
          JSON.stringify(sheet),
        ]);
      const csv = [quoted(header), line('IMP-1', torn), line('IMP-2', table()['sheet'])].join('\n');
      const shown = await finance.send('RateTable/importPreview', 'tables.csv', csv);
      const { rows } = shown.body.data as { rows: { reasons: string[] }[] };
      expect(rows.map(({ reasons }) => reasons.length)).toEqual([1, 0]);
      expect(rows[0]?.reasons[0]).toContain('at most 2 places');
      const sent = await finance.send('RateTable/import', 'tables.csv', csv);
      await world.test.runJobs();
      const job = await finance.get('job', { id: (sent.body.data as { job: string }).job });
      expect(job.body.data).toMatchObject({ result: { added: 1, refused: 1 } });
    });

    it('are judged for charts, area lists and surcharges alike', async () => {
      const carrier = sample('carrier/fedex');
      const chart = { code: 'CH', name: 'Chart', carrier, serviceGroup: 'ground', country: 'US', from: '2027-01-01' };
      const twice = { zones: { '2': ['US:900'], '3': ['US:899-901'] } };
      expect(codes(await finance.post('ZoneChart/add', { ...chart, zones: twice }))).toEqual([
        'rating.doubledPlace zones.zones.3[0]',
      ]);
      // Every code of a country by itself, as some carriers publish their zones.
      const single = Array.from({ length: 41_000 }, (_, at) => `US:${String(1_000 + at * 2).padStart(5, '0')}`);
      const whole = { zones: { '2': single.slice(0, 20_000), '8': single.slice(20_000) } };
      expect(codes(await finance.post('ZoneChart/add', { ...chart, code: 'CH-ALL', zones: whole }))).toBeUndefined();
      const list = { code: 'AL', name: 'Areas', carrier, from: '2027-01-01', tiers: { das: ['90210'] } };
      expect(codes(await finance.post('AreaList/add', list))).toEqual(['rating.place tiers.das[0]']);
      const rule = {
        ...{
          code: 'SU',
          name: 'Rule',
          category: sample('charge-category/area'),
          carrier,
          side: 'list',
          currency: 'USD',
        },
        ...{ trigger: 'longest > 48 && colour == 1', amountKind: 'flat', amount: 3, priority: 1, from: '2027-01-01' },
      };
      expect(codes(await finance.post('Surcharge/add', rule))).toEqual(['expression.unknownName trigger']);
      expect(codes(await finance.post('Surcharge/add', { ...rule, trigger: 'longest > 48' }))).toEqual([
        'rating.unit unitType',
      ]);
      const byZone = { ...rule, trigger: 'residential', amountKind: 'byZone', amount: undefined };
      expect(codes(await finance.post('Surcharge/add', { ...byZone, amounts: { '2-4': '1', '3': '2' } }))).toEqual([
        'rating.doubledZone amounts.2-4',
      ]);
      // What is missing altogether is said once, by the form's own rule.
      expect(codes(await finance.post('Surcharge/add', { ...byZone, amounts: null }))).toEqual(['required amounts']);
    });
  });

  describe('for fuel', () => {
    const week = (from: string, to: string, more: Row = {}): Row => ({
      ...{ carrier: sample('carrier/ups'), serviceGroup: 'air', from, to, percent: 20.25 },
      ...more,
    });
    const weeks = async (): Promise<Row[]> =>
      (await finance.get('FuelSurcharge/list', { serviceGroup: 'air', sort: 'from' })).body.data;

    it('never hold two percents for one day, however they come', async () => {
      expect((await finance.post('FuelSurcharge/add', week('2027-01-04', '2027-01-10'))).body.success).toBe(true);
      const over = await finance.post('FuelSurcharge/add', week('2027-01-10', '2027-01-17'));
      expect(codes(over)).toEqual(['rating.fuelOverlap from']);
      expect(over.body.issues?.[0]?.message).toBe('The days 2027-01-04 to 2027-01-10 have a percent already.');
      const rows = ['2027-01-11,2027-01-17', '2027-01-17,2027-01-24', '2027-01-18,2027-01-24'];
      const csv = ['carrier,serviceGroup,from,to,percent', ...rows.map((days) => `FedEx,air,${days},19`)].join('\n');
      const sent = await finance.send('FuelSurcharge/import', 'fuel.csv', csv.replaceAll('FedEx', 'UPS'));
      await world.test.runJobs();
      const job = await finance.get('job', { id: (sent.body.data as { job: string }).job });
      expect(job.body.data).toMatchObject({ state: 'done', result: { added: 2, refused: 1 } });
      const last = (await weeks()).at(-1);
      const moved = await finance.post('FuelSurcharge/edit', { id: last?.['id'], from: '2027-01-15' });
      expect(codes(moved)).toEqual(['rating.fuelOverlap from']);
    });

    it('may be for the same days in another group, and again once retired', async () => {
      const other = week('2027-01-04', '2027-01-10', { serviceGroup: 'express' });
      expect((await finance.post('FuelSurcharge/add', other)).body.success).toBe(true);
      const [first] = await weeks();
      expect((await finance.post('FuelSurcharge/retire', { id: first?.['id'] })).body.success).toBe(true);
      expect((await finance.post('FuelSurcharge/add', week('2027-01-04', '2027-01-10'))).body.success).toBe(true);
    });

    it('tell days that no percent covers, and forget them once one does', async () => {
      await finance.post('FuelSurcharge/add', week('2027-02-08', '2027-02-14'));
      expect((await weeks()).at(-1)).toMatchObject({ from: '2027-02-08', gapBefore: 14 });
      const listed = async () =>
        ((await finance.get('FuelSurcharge/list', { view: 'gaps' })).body.data as Row[]).map(({ from }) => from);
      expect(await listed()).toContain('2027-02-08');
      await finance.post('FuelSurcharge/add', week('2027-01-25', '2027-02-07'));
      expect((await weeks()).at(-1)).toMatchObject({ from: '2027-02-08', gapBefore: 0 });
      expect(await listed()).not.toContain('2027-02-08');
    });

    it('stay as they are once their days have started', async () => {
      const id = sample('fuel-surcharge/ups-w1');
      expect(codes(await finance.post('FuelSurcharge/edit', { id, percent: 1 }))).toEqual(['begun from']);
      expect(codes(await finance.post('FuelSurcharge/edit', { id, source: 'EIA' }))).toBeUndefined();
    });
  });

  describe('under check', () => {
    const check = async (path: string, record: Row, person = finance): Promise<Row> => {
      const added = await finance.post(`${path}/add`, record);
      expect(added.body.issues).toBeUndefined();
      const { id } = added.body.data as { id: string };
      expect((await finance.post(`${path}/check`, { id })).body.issues).toBeUndefined();
      return (await person.get(`${path}/detail`, { id })).body.data as Row;
    };
    const told = (record: Row, field = 'findings') =>
      (record[field] as Row[]).map(({ finding, place }) => `${finding} ${place ?? ''}`.trim());

    it('tell holes, prices that fall, zones that are missing and what changed', async () => {
      const flat = (to: string, ...prices: (string | null)[]) => ({
        ...{ to, mode: 'flat' },
        prices: Object.fromEntries(prices.flatMap((price, at) => (price === null ? [] : [[String(at + 2), price]]))),
      });
      const sheet = {
        zones: ['2', '3', '9'],
        rows: [flat('1', '9', '9.5'), flat('2', '8', null), flat('3', '10', '9.9')],
      };
      const record = await check(
        'RateTable',
        table({ code: 'FEDEX-GND-LIST', side: 'list', from: '2025-02-01', sheet }),
      );
      expect(record).toMatchObject({ versionNo: 2, status: 'draft' });
      expect(record['checkedAt']).not.toBeNull();
      const all = told(record);
      for (const finding of [
        'hole 9',
        'hole 3 · 2 lb',
        'fallsWithWeight 2 · 2 lb',
        'fallsWithZone 3 · 3 lb',
        'zoneMissing 8',
        'zoneUnused 9',
        'removed 8',
        'added 9',
        'changed *',
        'takesOver 1 · 2025-01-06',
      ])
        expect(all).toContain(finding);
    });

    it('compare a sale with our cost for those who may know it alone', async () => {
      const sheet = { zones: ['2'], rows: [{ to: '1', mode: 'flat', prices: { '2': '6.00' } }] };
      const record = await check('RateTable', table({ code: 'CHEAP', from: '2026-11-01', sheet }));
      expect(record['costFindings']).toMatchObject([
        {
          severity: 'warning',
          finding: 'belowCost',
          place: '2 · 1 lb',
          before: '7.02',
          after: '6.00',
          percent: -14.53,
        },
      ]);
      expect(told(record)).not.toContain('belowCost 2 · 1 lb');
      const seen = (await clerk.get('RateTable/detail', { id: String(record['id']) })).body.data as Row;
      expect(seen).toMatchObject({ code: 'CHEAP' });
      expect(JSON.stringify(seen)).not.toContain('belowCost');
      const history = await clerk.get('RateTable/history', { id: String(record['id']) });
      expect(JSON.stringify(history.body)).not.toContain('7.02');
    });

    it('are done again when a version is submitted', async () => {
      const added = await finance.post('RateTable/add', table({ code: 'SUBMITTED' }));
      const { id } = added.body.data as { id: string };
      await finance.post('RateTable/submit', { id });
      const record = (await finance.get('RateTable/detail', { id })).body.data as Row;
      expect(told(record)).toContain('nothingBefore');
    });

    it('compare charts, area lists, fixed rates and surcharges with the version before', async () => {
      const carrier = sample('carrier/fedex');
      const chart = await check('ZoneChart', {
        ...{
          code: 'UPS-GND-PHX',
          name: 'Chart',
          carrier: sample('carrier/ups'),
          serviceGroup: 'ground',
          country: 'US',
        },
        ...{
          from: '2027-01-01',
          zones: { zones: { '002': ['US:850-852'], '004': ['US:853', 'US:900-908', 'US:909'] } },
        },
      });
      expect(told(chart)).toEqual([
        'removed 008 · 5 × (US:100)',
        'changed 002 → 004 · 1 × (US:853)',
        'added 004 · 1 × (US:909)',
        'takesOver 1 · 2025-01-06',
      ]);
      const areas = { code: 'UPS-DAS', name: 'Areas', carrier: sample('carrier/ups'), from: '2027-01-01' };
      const list = await check('AreaList', {
        ...areas,
        tiers: { das: ['US:01005'], alaska: ['US:99501-99511'], hawaii: ['US:96701-96703'] },
      });
      expect(told(list)).toEqual(['unchanged', 'takesOver 1 · 2025-01-06']);
      const fixed = await check('FixedRate', {
        ...{ code: 'GND-PAK', name: 'Pak', side: 'sale', service: sample('channel-service/fedex-west-ground') },
        ...{ currency: 'USD', amount: 6.3, unitType: '0', maxWeight: 5, from: '2027-01-01' },
      });
      expect(fixed['findings']).toMatchObject([
        { finding: 'changed', before: '8.95', after: '6.30', percent: -29.61 },
        {},
      ]);
      expect(fixed['costFindings']).toMatchObject([{ finding: 'belowCost', before: '6.40', after: '6.30' }]);
      const rule = await check('Surcharge', {
        ...{
          code: 'FEDEX-AHS-WEIGHT',
          name: 'Weight',
          category: sample('charge-category/additional-handling'),
          carrier,
        },
        ...{ serviceGroups: 'ground', side: 'list', currency: 'USD', trigger: 'weight > 50', unitType: '0' },
        ...{ amountKind: 'byZone', amounts: { '2': '43.50', '3-7': '47.50' }, exclusiveGroup: 'additionalHandling' },
        ...{ priority: 20, excludes: 'demand', from: '2025-06-01' },
      });
      expect(told(rule)).toEqual([
        'samePriority FEDEX-AHS-DIM',
        'groupUnknown demand',
        'zoneMissing 8',
        'nothingBefore',
      ]);
    });

    it('are for drafts and versions in review alone', async () => {
      const id = sample('rate-table/fedex-gold');
      expect(codes(await finance.post('RateTable/check', { id }))).toEqual(['notDraft ']);
    });
  });
});
