import type { SystemServices } from '../../modules/module.ts';

const pause = 250;

/**
 * Long polling of devices and stations. One query serves all waiting requests a few times a second, so a hundred
 * printers cost as much as one; events of other nodes are found equally fast.
 */
export function createWaitingRoom(sql: string) {
  interface Guest {
    readonly key: string;
    readonly wake: () => void;
  }
  const guests = new Set<Guest>();
  let timer: NodeJS.Timeout | null = null;

  const look = async (services: SystemServices): Promise<void> => {
    const keys = [...new Set([...guests].map(({ key }) => key))];
    try {
      const ready = new Set((await services.query(sql, [keys])).map((row) => String(row['key'])));
      for (const guest of guests) if (ready.has(guest.key)) guest.wake();
    } catch {
      // If the database is briefly away, retry; waiting requests end by timeout.
    }
    timer = guests.size > 0 ? setTimeout(() => void look(services), pause) : null;
  };

  return {
    /** Resolves when the key has news, at the timeout, or when the request is aborted. */
    async wait(services: SystemServices, key: string, seconds: number, signal: AbortSignal): Promise<void> {
      if (signal.aborted || seconds <= 0) return;
      await new Promise<void>((resolve) => {
        const late = setTimeout(() => guest.wake(), seconds * 1000);
        const guest: Guest = {
          key,
          wake: () => {
            clearTimeout(late);
            guests.delete(guest);
            signal.removeEventListener('abort', guest.wake);
            resolve();
          },
        };
        guests.add(guest);
        signal.addEventListener('abort', guest.wake);
        timer ??= setTimeout(() => void look(services), pause);
      });
    },
  };
}

/** Printers with queued jobs; keys are `tenant:printer`. */
export const queuedSql = `SELECT DISTINCT j.tenant_id || ':' || j.printer AS key FROM print_job j
   JOIN unnest($1::text[]) k ON j.tenant_id = split_part(k, ':', 1)::bigint AND j.printer = split_part(k, ':', 2)::bigint
  WHERE j.status = 'queued'`;
