import type { PostDeps } from '../messages/post.ts';
import { post } from '../messages/post.ts';
import { defineJob, type Handler } from '../modules/module.ts';
import type { Actors } from '../access/actors.ts';

/** Dependencies; a function, because handlers are registered before there is a database. */
export type AdmissionMailDeps = PostDeps & { actors: Actors };

/** Tells registered people that their account was approved: by mail if the address is proven, else by text message. */
export const admissionHandlers = (telling: () => AdmissionMailDeps): readonly Handler[] => [
  defineJob('identity.tell-admitted', async ({ record, tenant: id, operationKey }) => {
    const on = telling();
    const tenant = await on.system.db.selectFrom('tenant').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const to = record['email'] ?? record['phone'];
    // The account may have been disabled again meanwhile.
    if (typeof to !== 'string' || record['status'] !== '0') return;
    const { name, account } = record as { name: string; account: string };
    await post(on, on.actors.system({ ...tenant, platform: tenant.kind === 'platform' }), {
      kind: record['email'] ? 'mail' : 'sms',
      to,
      template: 'admitted',
      params: { name, account, tenant: tenant.name, host: tenant.host },
      culture: on.texts.culture(tenant.defaultLocale),
      key: operationKey,
    });
  }),
  /** Tells the owner of an account that an administrator has removed its second factor. */
  defineJob('identity.tell-factor-reset', async ({ record, tenant: id, operationKey }) => {
    const on = telling();
    const tenant = await on.system.db.selectFrom('tenant').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const to = record['email'] ?? record['phone'];
    if (typeof to !== 'string') return;
    await post(on, on.actors.system({ ...tenant, platform: tenant.kind === 'platform' }), {
      kind: record['email'] ? 'mail' : 'sms',
      to,
      template: 'factorReset',
      params: { name: String(record['name']), tenant: tenant.name },
      culture: on.texts.culture(tenant.defaultLocale),
      key: operationKey,
    });
  }),
];
