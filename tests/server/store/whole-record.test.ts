import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity } from '../../../engine/core/index.ts';
import { wireValue } from '../../../server/store/columns.ts';
import { prepared } from '../../../server/store/database.ts';
import { wholeSql, type WholeRecord } from '../../../server/store/read-record-sql.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 240_000);
afterAll(() => world.close());

/** The record as the lists and pages of the wire write it, in SQL. */
const onTheWire = (entity: Entity): string => {
  const cells = entity.fields
    .filter(({ lines, meta }) => !lines && meta.type !== 'secret')
    .map((field) => `${wireValue(field, 't')} AS "${field.name}"`);
  return `SELECT row_to_json(r)::text AS record FROM (SELECT ${cells.join(', ')} FROM "${entity.table}" t WHERE t.tenant_id = $1) r`;
};

describe('a record that is read whole', () => {
  it('has every value as the wire writes it, of every entity, in a zone that is not that of Greenwich', async () => {
    const { context } = world.test.node;
    let compared = 0;
    for (const { actor, tenant } of Object.values(world.homes)) {
      const services = { tenant, member: null, account: actor.facts.id, timeZone: 'Asia/Kathmandu' };
      for (const entity of context.catalog.entities) {
        const [rows = []] = await context.database.read(services, { text: onTheWire(entity), values: [tenant] });
        const records = rows.map(({ record }) => JSON.parse(String(record)) as Record<string, unknown>);
        for (const record of records.slice(0, 8)) {
          const [found] = await context.database.read(
            services,
            prepared(
              wholeSql({
                ...{ catalog: context.catalog, entity, rights: actor.rightsOn(entity), code: 'read' },
                ...{ member: false, lock: false, id: String(record['id']) },
              }),
              actor,
            ),
          );
          const whole = found?.[0] as WholeRecord | undefined;
          const plain = entity.fields.filter(({ lines }) => !lines).map(({ name }) => name);
          const read = Object.entries(whole?.record ?? {}).filter(([name]) => plain.includes(name));
          expect(Object.fromEntries(read), `${entity.name} ${String(record['id'])}`).toEqual(record);
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(300);
  });
});
