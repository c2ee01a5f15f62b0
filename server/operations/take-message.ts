import { AppError } from '../errors.ts';
import type { Hook, HookCall } from '../sockets/socket.ts';
import type { Context } from './context.ts';

/** The doors of the business wings for messages of other servers. */
export type Hooks = readonly Hook[];

/** Hands a message to the wing whose door it came to. Throws `badRequest` with the reasons for which it is not taken. */
export async function takeMessage(
  { house }: Context,
  hook: Hook,
  message: Pick<HookCall, 'headers' | 'body'>,
): Promise<void> {
  if (!house) throw new Error('messages are taken by an open node');
  const issues = await hook.run({ ...message, house });
  if (issues.length > 0) throw new AppError('badRequest', { issues });
}
