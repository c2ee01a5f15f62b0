import { defineSchedule, type ServerModule } from '../../modules/module.ts';
import { displayLink, publicMonitor } from './display.ts';
import { incomeStatements } from './income-sql.ts';
import { income, incomeOrders } from './income.ts';
import { map } from './map.ts';
import { operations, operationsRows } from './operations.ts';
import { wall } from './wall.ts';

/** Merges the rows of connections into the sums; without it they are exact but slower to read. */
const gather = defineSchedule('boards-gather', '*/10 * * * *', async ({ query }) => {
  const [row] = await query('SELECT boards.gather_income() AS many', []);
  return Number(row?.['many'] ?? 0);
});

/** Dashboards: income, operations and deliveries. */
export const boards: ServerModule = {
  handlers: [],
  commands: [income, incomeOrders, operations, operationsRows, wall, map, displayLink],
  publics: [publicMonitor],
  schedules: [gather],
  ddl: incomeStatements,
};
