import { insertMany } from '../operations/write/insert-many.ts';
import type { Actor, Context } from '../operations/context.ts';
import { momentIn } from '../operations/moment.ts';
import { messageFaredSql, messageWaitsSql } from '../store/attempt-sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Culture, Texts } from '../texts.ts';
import type { Drivers, Letter, MessageKind } from './drivers.ts';

/** A message from a template to one person of a tenant. */
export interface Message {
  kind: MessageKind;
  to: string;
  /** Template name: `<template>.title` and `<template>.text` (mail), `<template>.sms`, in `messages.json`. */
  template: string;
  /** The text itself, if a module provides it. */
  words?: { readonly title: string; readonly text: string };
  /** The record that it is about; appended to the template's name in the message's record. */
  about?: string;
  params: Record<string, string | number>;
  /** Parameters that must not be stored in the record: a one-time code. */
  secret?: Record<string, string>;
  culture: Culture;
  /** Seconds until the message expires. */
  lifetime?: number;
  /** Deduplication key: a repeated call finds the stored message and only sends it if still queued. */
  key?: string;
}

export interface PostDeps {
  context: Context;
  system: SystemDatabase;
  texts: Texts;
  drivers: Drivers;
}

const mask = '••••••';

/** Stores a message as a record, sends it and stores the result. Never throws for a driver's failure. */
export async function post(
  { context, system, texts, drivers }: PostDeps,
  actor: Actor,
  message: Message,
): Promise<void> {
  const { kind, to, template, params, secret = {}, culture } = message;
  const say = (part: 'title' | 'text' | 'sms', more: Record<string, string>) =>
    message.words && part !== 'sms'
      ? message.words[part]
      : texts.message(culture, `${template}.${part}`, { ...params, ...more });
  const masked = Object.fromEntries(Object.keys(secret).map((name) => [name, mask]));
  const title = kind === 'mail' ? say('title', masked) : '';
  const part = kind === 'mail' ? 'text' : 'sms';
  const entity = context.catalog.byName.get(kind);
  if (!entity) throw new Error(`no entity ${kind}`);
  const named = message.about ? `${template}:${message.about}` : template;
  const written = kind === 'mail' ? { to, title } : { phoneNumbers: to };
  const invalidTime = message.lifetime
    ? momentIn(actor.timeZone, new Date(context.clock().getTime() + message.lifetime * 1000))
    : null;
  const { ids, refused } = await insertMany(
    context,
    actor,
    entity,
    [
      {
        input: { ...written, content: say(part, masked) },
        given: {
          status: 'pending',
          locked: kind === 'sms' ? { template: named, invalidTime, source: '2' } : { template: named },
        },
      },
    ],
    { verb: 'add', key: message.key ?? null },
  );
  const id = ids[0];
  // If the record is refused, for example for its address, nothing is sent.
  if (!id || refused.size > 0) return;
  if (message.key !== undefined && !(await waits(system, kind, actor.tenant, id))) return;
  await handOver(system, drivers, { kind, tenant: actor.tenant, id }, { to, title, text: say(part, secret) });
}

async function waits(system: SystemDatabase, kind: MessageKind, tenant: string, id: string): Promise<boolean> {
  const { rowCount } = await system.pool.query(messageWaitsSql(kind), [tenant, id]);
  return rowCount === 1;
}

/** Passes a message to its driver and stores the delivery status. */
export async function handOver(
  system: SystemDatabase,
  drivers: Drivers,
  { kind, tenant, id }: { kind: MessageKind; tenant: string; id: string },
  letter: Letter,
): Promise<void> {
  const failure = await drivers[kind](letter).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 200),
  );
  await system.pool.query(messageFaredSql(kind), [tenant, id, failure === null ? 'sent' : 'failed', failure]);
}
