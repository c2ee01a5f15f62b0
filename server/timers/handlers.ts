import { defineEffect, type Handler } from '../modules/module.ts';

export const timerHandlers: readonly Handler[] = [
  /** An extra run outside the schedule, through the queue like any other. */
  defineEffect('timers.run-now', async ({ record, operationKey, transaction }) => {
    await transaction.query(
      `SELECT lading.enqueue('timer-run', json_build_object('timer', $1::text, 'due', now(), 'byHand', true), $2)`,
      [record['id'], operationKey],
    );
  }),
];

/** Any change of a timer reschedules it, by trigger for every code path. */
export const timerDdl: readonly string[] = [
  `CREATE OR REPLACE FUNCTION lading.timer_changed() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
   BEGIN
     PERFORM lading.enqueue('timer-plan', json_build_object('timer', NEW.id::text, 'first',
       NEW."timerStatus" = '0' AND coalesce(NEW."startNow", false) AND (TG_OP = 'INSERT' OR OLD."timerStatus" <> '0')),
       'timer-plan:' || NEW.id);
     RETURN NULL;
   END $$`,
  `DROP TRIGGER IF EXISTS timer_added ON public.timer`,
  `CREATE TRIGGER timer_added AFTER INSERT ON public.timer FOR EACH ROW WHEN (NEW."timerStatus" = '0')
     EXECUTE FUNCTION lading.timer_changed()`,
  `DROP TRIGGER IF EXISTS timer_changed ON public.timer`,
  `CREATE TRIGGER timer_changed AFTER UPDATE OF "timerStatus", "timerType", cron, interval, "executeType" ON public.timer
     FOR EACH ROW EXECUTE FUNCTION lading.timer_changed()`,
];
