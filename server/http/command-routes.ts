import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import type { Actors } from '../access/actors.ts';
import { within } from '../access/limits.ts';
import type { Actor, Context } from '../operations/context.ts';
import { runCommand, type Commands } from '../operations/command.ts';
import { once } from '../operations/write/once.ts';
import type { Texts } from '../texts.ts';
import { bodyReader } from './check-bodies.ts';
import { idempotencyKey } from './entity-routes.ts';
import { sendText, success } from './envelope.ts';
import { asActor } from './session.ts';

/** Commands of business modules at their own paths, for everyone signed in, within their grants. */
export function commandRoutes(
  app: FastifyInstance,
  on: { context: Context; actors: Actors; system: Parameters<typeof within>[0]; texts: Texts; commands: Commands },
): void {
  const { actors, system, texts } = on;
  for (const command of on.commands) {
    const read = bodyReader(command.body);
    app.post(`/api/${command.path}`, async (request, reply) => {
      const culture = texts.culture((request.query as Record<string, unknown>)['culture']);
      const answer = await asActor(actors, request, async (actor) => {
        const body = read(request.body ?? {});
        await notTooOften(system, actor, command);
        const entity = command.once && command.needs && actor.catalog.byName.get(command.needs.entity);
        if (!entity) return runCommand(on, actor, command, { body, culture });
        const fingerprint = `${command.path} ${JSON.stringify(request.body ?? null)}`;
        const keyed = { actor, entity, key: idempotencyKey(request), fingerprint };
        return runCommand(on, actor, command, { body, culture, around: (run) => once(on.context, keyed, run) });
      });
      return sendText(reply, success(answer));
    });
  }
}

/** Throws `tooMany` if this person exceeds the limit per minute. */
export async function notTooOften(
  system: Parameters<typeof within>[0],
  actor: Actor,
  { path, perMinute }: Pick<Commands[number], 'path' | 'perMinute'>,
): Promise<void> {
  const key = `command:${path}:${actor.tenant}:${actor.facts.id}`;
  if (!(await within(system, [[key, { seconds: 60, most: perMinute }]]))) throw new AppError('tooMany');
}
