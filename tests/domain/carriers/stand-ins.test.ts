import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readJson } from '../../../server/catalog.ts';
import { list, text } from '../../../server/domain/carriers/simulator/json.ts';
import type { Asked } from '../../../server/domain/carriers/simulator/model.ts';
import { money, totalOf } from '../../../server/domain/carriers/simulator/prices.ts';
import type { PriceFacts } from '../../../server/domain/demo/price-facts.ts';
import type { Network } from '../../../server/domain/demo/words.ts';
import { startDemoStandIns } from '../../../server/demo/start-stand-ins.ts';
import { costsOf, startStandIns } from '../../../server/domain/stand-ins.ts';
import { openDesk, upsShipment } from '../../support/carriers/asked.ts';
import { projectRoot } from '../../support/entity-files.ts';

const prices = readJson(`${projectRoot}server/demo/prices.json`) as PriceFacts;
const network = readJson(`${projectRoot}server/demo/network.json`) as Network;

async function stand(bases: { ups: string | null; fedex: string | null }, keep = join(folder(), 'kept')) {
  const standIns = await startStandIns({ bases, keep, prices, network });
  onTestFinished(() => standIns?.stop());
  return standIns;
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'stand-ins-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

it('stand in for the carriers that no setting names, and for no other', async () => {
  const real = { ups: 'https://onlinetools.ups.com', fedex: 'https://apis.fedex.com' };
  expect(await stand(real)).toBeNull();
  const one = await stand({ ...real, ups: null });
  expect(one?.bases.fedex).toBe(real.fedex);
  expect(one?.bases.ups).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/ups$/);
  expect(one?.words).toContain('simulated: UPS at http://127.0.0.1:');
});

it('stand nowhere beside a database of one’s own', async () => {
  const apiBases = { ups: null, fedex: null };
  const databaseUrl = 'postgres://elsewhere/lading';
  expect(await startDemoStandIns(projectRoot, { apiBases, dataDir: folder(), databaseUrl })).toBeNull();
});

it('take what the accounts of the demo sign in with, and know after a restart what they sold before', async () => {
  const keep = join(folder(), 'kept');
  const ship = async () => {
    const standIns = await stand({ ups: null, fedex: null }, keep);
    if (!standIns) throw new Error('none');
    const ups = await openDesk({ ups: standIns.bases.ups ?? '', fedex: '' }, 'ups', standIns.demo.login);
    const before = await ups('GET', '/api/track/v1/reference/details/KEY-1');
    const made = await ups('POST', '/api/shipments/v2409/ship', upsShipment());
    await standIns.stop();
    const known = list(before.body, 'trackResponse.shipment').flatMap((each) => list(each, 'package'));
    return {
      known: known.map((each) => text(each, 'trackingNumber')),
      lead: text(made.body, 'ShipmentResponse.ShipmentResults.ShipmentIdentificationNumber'),
    };
  };
  const first = await ship();
  // A kill in the middle of a line.
  appendFileSync(keep, '{"shipment":{"id":2,');
  const second = await ship();
  expect(first).toEqual({ known: [], lead: expect.stringMatching(/^1Z4F71W203/) });
  expect(second.known).toEqual([first.lead]);
  expect(second.lead).not.toBe(first.lead);
  expect((await ship()).known).toEqual([second.lead, first.lead]);
});

it('cost what the tables of the demo say', () => {
  const costs = costsOf(prices, network);
  const party = { name: '', company: '', lines: [], city: '', state: '', country: 'US', residential: true };
  const asked: Asked = {
    ...{ brand: 'fedex', account: '510087143', service: 'GROUND_HOME_DELIVERY', serviceName: '', currency: 'USD' },
    ...{ shipDate: '2026-03-02', references: [], label: { image: 'pdf', stock: '4x6', dpi: 203 } },
    from: { ...party, postalCode: '85009', residential: false },
    to: { ...party, postalCode: '07105' },
    pieces: [{ weight: 1, unit: 'LB', sides: [8, 6, 4], declared: 0, signature: 'adult', references: [] }],
  };
  const { pieces, zone, fuelPercent } = costs(asked);
  const [piece] = pieces;
  // Two pounds by volume in zone 8 at 60 % of the list and the year's 5.9 %; residential and signature at 65 % of the list.
  const base = Math.round(Number(prices.list[1]?.split(' ').at(-1)) * 100 * 0.6 * 1.059);
  const residential = Math.round(5.95 * 65);
  const signature = Math.round(8.65 * 65);
  const fuel = Math.round((base + residential) * 0.1975);
  expect([zone, fuelPercent, piece?.base]).toEqual(['008', 19.75, base]);
  expect(piece?.extras).toEqual([
    { kind: 'residential', amount: residential },
    { kind: 'signature', amount: signature },
    { kind: 'fuel', amount: fuel },
  ]);
  expect(piece && money(totalOf(piece))).toBe(money(base + residential + signature + fuel));
  // A remote place, and what it costs there.
  const remote = costs({ ...asked, to: { ...party, postalCode: '02554' } });
  expect(remote.pieces[0]?.extras).toContainEqual({ kind: 'area', amount: Math.round(15.5 * 65) });
});
