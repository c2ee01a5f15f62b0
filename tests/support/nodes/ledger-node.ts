/**
 * A server process that moves money as it is told: `node ledger-node.js <database> <root> <secret key>`. It takes `{ at, sent }`
 * from its parent and answers `{ at, issues }` or `{ at, error }`. Each call is one transaction of one statement, which
 * travels with the commit; a second statement in it is refused, so that no call can read first and decide then.
 */
import { rowQuery } from '../../../server/modules/row-query.ts';
import { modules } from '../../../server/domain/index.ts';
import { openNode } from '../../../server/node.ts';
import type { EffectTransaction, Issue } from '../../../server/modules/module.ts';
import type { Transaction } from '../../../server/store/database.ts';
import { carryOut, type Sent } from '../../domain/ledger/support/money-calls.ts';

const [databaseUrl = '', root = '', secretKey = ''] = process.argv.slice(2);
const opened = await openNode({ databaseUrl, root, secretKey, modules, writers: 36 });
if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
const { context, system } = opened.value;

async function answer({ tenant, call, gate }: Sent): Promise<Issue[]> {
  if (call.ask === 'rollUp') {
    await system.pool.query('SELECT ledger.roll_up()');
    return [];
  }
  const entrance = { tenant, member: null, account: '0', timeZone: 'UTC' };
  return context.database.write(entrance, async (transaction) => {
    if (gate !== undefined) {
      await transaction.run({ text: 'SELECT pg_advisory_xact_lock_shared($1)', values: [gate] });
    }
    return carryOut(onceIn(transaction), call);
  });
}

function onceIn(transaction: Transaction): EffectTransaction {
  let asked = false;
  return {
    query: rowQuery(async (text, values) => {
      if (asked) throw new Error('two statements');
      asked = true;
      const [rows] = await transaction.end({ text, values });
      return rows ?? [];
    }),
  };
}

process.on('message', ({ at, sent }: { at: number; sent: Sent }) => {
  void answer(sent).then(
    (issues) => process.send?.({ at, issues }),
    (error: Error) => process.send?.({ at, error: error.message }),
  );
});
process.on('disconnect', () => process.exit());
process.send?.({ ready: true });
