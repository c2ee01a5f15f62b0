import type { Actors } from '../access/actors.ts';
import { post, type PostDeps } from '../messages/post.ts';
import { defineJob, type Handler } from '../modules/module.ts';
import { isOpen } from './tenant-host.ts';

/** Dependencies; a function, because handlers are registered before there is a database. */
export type InvitationDeps = PostDeps & { actors: Actors; originOf(host: string): string };

/**
 * Invites the administrator of a tenant by mail, as its people are: the password is theirs to choose, by a code that is
 * sent to the same address. The message is the tenant's own.
 */
export const invitationHandlers = (inviting: () => InvitationDeps): readonly Handler[] => [
  defineJob('tenants.invite-admin', async ({ record, operationKey }) => {
    const on = inviting();
    const { db } = on.system;
    const id = String(record['id']);
    const tenant = await db.selectFrom('tenant').selectAll().where('id', '=', id).executeTakeFirst();
    const admin = await db
      .selectFrom('account')
      .select(['account', 'name', 'email'])
      .where('tenant_id', '=', id)
      .where('adminType', '=', '2')
      .orderBy('id')
      .executeTakeFirst();
    if (!tenant || !admin?.email || !isOpen(tenant)) return;
    const { account, name, email } = admin;
    const page = `${on.originOf(tenant.host)}/user/recover?to=${encodeURIComponent(email)}`;
    await post(on, on.actors.system({ ...tenant, platform: false }), {
      ...{ kind: 'mail', to: email, template: 'adminInvited', culture: on.texts.culture(tenant.defaultLocale) },
      params: { tenant: tenant.name, name, account, page },
      key: operationKey,
    });
  }),
];
