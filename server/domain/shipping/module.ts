import { defineJob, type ServerModule } from '../../modules/module.ts';
import type { Carriers } from '../carriers/carriers.ts';
import { placeBatch, placeMany, runAgain } from './batches.ts';
import { drain } from './drain.ts';
import { shippingEffects } from './effects.ts';
import { fundWaiting } from './funds.ts';
import type { Placer } from './keep-answer.ts';
import { placingStatements } from './placing-sql.ts';
import { usualTiming, type Timing } from './placings.ts';
import { orderCauses, repairOrders } from './repair.ts';
import { sweep } from './tasks.ts';
import { voidJob } from './void-job.ts';

/** Orders from draft to label. */
export function shipping({ carriers, timing }: { carriers: Carriers; timing?: Partial<Timing> }): ServerModule {
  const on: Placer = { carriers, timing: { ...usualTiming, ...timing } };
  return {
    handlers: [
      ...shippingEffects,
      defineJob('shipping.place', async ({ services: deps, tenant }) => void (await drain(on, deps, tenant))),
      voidJob(carriers),
      runAgain,
      fundWaiting,
    ],
    commands: [placeMany, orderCauses, repairOrders],
    works: [placeBatch],
    schedules: [sweep(on)],
    ddl: placingStatements,
  };
}
